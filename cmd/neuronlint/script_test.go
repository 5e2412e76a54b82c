package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func TestMain(m *testing.M) {
	// Tests leave nothing among the user's caches; those of the cache say where.
	if os.Getenv("XDG_CACHE_HOME") == "" {
		if err := os.Setenv("XDG_CACHE_HOME", os.DevNull); err != nil {
			panic(err)
		}
	}
	testscript.Main(m, map[string]func(){"neuronlint": main})
}

// TestScripts runs the archives of testdata/script, each in a directory of its
// own.
func TestScripts(t *testing.T) {
	schemas, err := filepath.Abs("../../docs/schema")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       false,
		Setup: func(env *testscript.Env) error {
			env.Setenv("NO_COLOR", "1")
			env.Setenv("SCHEMAS", schemas)
			env.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
			env.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":       exits,
			"schema":      followsSchema,
			"raw":         writeRaw,
			"awaits":      awaits,
			"sleep":       sleep,
			"suggestions": suggestionsParse,
		},
	})
}

// exits runs neuronlint and checks the exit code: exits CODE ARG...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE ARG...")
	}
	err := ts.Exec("neuronlint", args[1:]...)
	if got := exitCode(err); got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

// followsSchema checks a JSON document: schema NAME FILE, where NAME is the
// command that wrote it and FILE may be stdout; without NAME it is check.
func followsSchema(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 1 {
		args = []string{"check", args[0]}
	}
	if neg || len(args) != 2 {
		ts.Fatalf("usage: schema [NAME] FILE")
	}
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(ts.Getenv("SCHEMAS"), args[0]+".schema.json"))
	ts.Check(err)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(ts.ReadFile(args[1])))
	ts.Check(err)
	ts.Check(schema.Validate(doc))
}

// writeRaw writes bytes that an archive cannot hold: raw FILE 'GO STRING'.
func writeRaw(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: raw FILE 'TEXT WITH ESCAPES'")
	}
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

// awaits waits for a file that holds a text: awaits FILE TEXT.
func awaits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: awaits FILE TEXT")
	}
	var text []byte
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if text, _ = os.ReadFile(ts.MkAbs(args[0])); strings.Contains(string(text), args[1]) {
			return
		}
	}
	ts.Fatalf("%s does not come to hold %q, but\n%s", args[0], args[1], text)
}

// sleep waits: sleep DURATION.
func sleep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sleep DURATION")
	}
	d, err := time.ParseDuration(args[0])
	ts.Check(err)
	time.Sleep(d)
}

// exitCode is the exit code of a program as the scripts write it.
func exitCode(err error) string {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "0"
	case errors.As(err, &exit):
		return strconv.Itoa(exit.ExitCode())
	default:
		return err.Error()
	}
}
