package syntax_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestWithoutCompiler builds as Go does where it finds no C compiler: what is
// missing is the only thing said.
func TestWithoutCompiler(t *testing.T) {
	cmd := exec.Command("go", "build", ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	if err == nil || strings.Count(string(out), "\n") != 2 || !strings.Contains(string(out), "neuronlint needs a C compiler (gcc or clang) and CGO_ENABLED=1") {
		t.Errorf("error %v, said\n%s", err, out)
	}
}
