package rules

import (
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/opsdb"
)

// TestRulesAreRated checks that an assessment knows the work that findings of each rule
// take by hand. Those of the analysis itself mean no work on the code.
func TestRulesAreRated(t *testing.T) {
	t.Parallel()
	db := opsdb.New()
	for _, r := range All() {
		_, ok := db.Effort(r.Code, "hand")
		if own := strings.HasPrefix(r.Code, "NRN0"); ok == own {
			t.Errorf("%s has a row for work by hand in opsdb/data/effort.tsv: %v, want %v", r.Code, ok, !own)
		}
	}
}
