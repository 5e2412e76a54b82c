package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestHelpFitsTerminal holds the help of every command against 80 columns, but
// for that of cobra's own.
func TestHelpFitsTerminal(t *testing.T) {
	var visit func(cmd *cobra.Command)
	count := 0
	visit = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
		path := strings.Fields(cmd.CommandPath())[1:]
		if len(path) > 0 && path[0] == "completion" {
			return
		}
		count++
		var out, errs bytes.Buffer
		if status := newApp(nil, &out, &errs).run(context.Background(), append(path, "--help")); status != 0 {
			t.Fatalf("%v: exit status %d: %s", path, status, errs.String())
		}
		for line := range strings.Lines(out.String()) {
			if len(strings.TrimSuffix(line, "\n")) > helpColumns {
				t.Errorf("%v: %d columns: %s", path, len(line)-1, line)
			}
		}
	}
	visit(newApp(nil, nil, nil).rootCommand())
	if count < 15 {
		t.Errorf("%d commands", count)
	}
}
