package syntax_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestWithoutCompiler builds where cgo is switched off, and where Go finds no C compiler
// and switches it off by itself: what is missing is the only thing said, and no type
// error is put around it.
func TestWithoutCompiler(t *testing.T) {
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	alone := t.TempDir() // a PATH on which Go is the only program
	if err := os.Symlink(tool, filepath.Join(alone, filepath.Base(tool))); err != nil {
		t.Skip(err)
	}
	for name, env := range map[string][]string{
		"switched off": {"CGO_ENABLED=0"},
		"none found":   {"CGO_ENABLED=", "CC=", "PATH=" + alone},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(tool, "build", ".")
			cmd.Env = append(os.Environ(), env...)
			out, err := cmd.CombinedOutput()
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			if err == nil || len(lines) != 2 || !strings.HasPrefix(lines[0], "# ") || !strings.HasSuffix(lines[1],
				": undefined: neuronlint_needs_a_C_compiler__install_gcc_or_clang__and_build_with_CGO_ENABLED_1") {
				t.Errorf("error %v, said\n%s", err, out)
			}
		})
	}
}
