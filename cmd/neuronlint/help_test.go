package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// TestHelpFitsTerminal holds the help of every command against 80 columns, of which a
// terminal gives eight to a tab.
func TestHelpFitsTerminal(t *testing.T) {
	list := [][]string{nil}
	for commands := newApp(nil, nil, nil).rootCommand().Commands(); len(commands) > 0; {
		cmd := commands[0]
		commands = append(commands[1:], cmd.Commands()...)
		list = append(list, strings.Fields(cmd.CommandPath())[1:])
	}
	for _, path := range list {
		var out, errs bytes.Buffer
		if status := newApp(nil, &out, &errs).run(context.Background(), append(path, "--help")); status != 0 {
			t.Fatalf("%v: exit status %d: %s", path, status, errs.String())
		}
		for line := range strings.Lines(out.String()) {
			line = strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", strings.Repeat(" ", 8))
			if len(line) > helpColumns {
				t.Errorf("%v: %d columns: %s", path, len(line), line)
			}
		}
	}
	if len(list) < 20 {
		t.Errorf("%d commands", len(list))
	}
}
