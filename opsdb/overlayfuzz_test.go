package opsdb

import (
	"slices"
	"strings"
	"testing"
)

// FuzzOverlay lays any file over the tables. A file with Windows' line ends and
// byte order mark is the same file, and a line that is taken decides.
func FuzzOverlay(f *testing.F) {
	for _, seed := range []string{
		"aten::gelu\tunsupported\t\tit is slow here\ttorch.relu\n", "# why\n\ntorch.nn.Dropout\tlimited\tdtype is int64\n",
		"aten::where.self\tfallback\naten::where\tsupported\t\t\t\t", "aten::gelu\tunsupported\naten::gelu\tsupported\n", "aten::gelu\tbad\n", "x\ty\tz\n",
		"aten::gelu\tlimited\targ p not in {1,2\n",
	} {
		f.Add(seed)
	}
	db := New()
	target := Target{SDK: "2.26", Rewrite: RewriteNeuron, Instance: "trn2"}
	f.Fuzz(func(t *testing.T, rows string) {
		if strings.Contains(rows, "\r") || len(rows) > 4000 {
			t.Skip("is tried with Windows' line ends anyway")
		}
		text := overlayHeader + "\n" + rows
		mine, err := db.Overlay("my.tsv", []byte(text))
		windows, errWindows := db.Overlay("my.tsv", []byte("\ufeff"+strings.ReplaceAll(text, "\n", "\r\n")))
		if (err == nil) != (errWindows == nil) || err != nil && err.Error() != errWindows.Error() {
			t.Fatalf("%q: %v, with Windows' line ends %v", rows, err, errWindows)
		}
		if err != nil {
			return
		}
		for line := range strings.SplitSeq(rows, "\n") {
			cells := strings.Split(line, "\t")
			name := strings.TrimSpace(cells[0])
			if len(cells) < 2 || strings.HasPrefix(line, "#") || !strings.HasPrefix(name, "aten::") {
				continue
			}
			status := Status(strings.TrimSpace(cells[1]))
			said := func(v Verdict) bool { return v.Status == status && v.Ref.Evidence == Overlaid }
			for _, db := range []*DB{mine, windows} {
				if !slices.ContainsFunc(db.Operator(name, string(RewriteXLA), target.SDK), said) {
					t.Errorf("%q: %s is not %s", rows, name, status)
				}
			}
		}
	})
}
