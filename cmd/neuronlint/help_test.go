package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// TestHelpFitsTerminal holds the help of every command against 80 columns, but
// for that of cobra's own.
func TestHelpFitsTerminal(t *testing.T) {
	list := [][]string{nil}
	for commands := newApp(nil, nil, nil).rootCommand().Commands(); len(commands) > 0; {
		cmd := commands[0]
		commands = append(commands[1:], cmd.Commands()...)
		if path := strings.Fields(cmd.CommandPath())[1:]; path[0] != "completion" {
			list = append(list, path)
		}
	}
	for _, path := range list {
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
	if len(list) < 15 {
		t.Errorf("%d commands", len(list))
	}
}
