package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/neuronlint/neuronlint/report"
)

// The values of --color.
const (
	colourAuto   = "auto"
	colourAlways = "always"
	colourNever  = "never"
)

func addColour(cmd *cobra.Command, value *string) {
	cmd.Flags().StringVar(value, "color", *value, "auto, always or never")
}

// style decides how text is shown on w: in colour on a terminal, unless
// NO_COLOR is set or the terminal is dumb, and elsewhere if FORCE_COLOR is.
func (a *app) style(colour string, w io.Writer) (report.Style, error) {
	var style report.Style
	terminal := terminalOf(w)
	if terminal != nil {
		if width, _, err := term.GetSize(int(terminal.Fd())); err == nil {
			style.Columns = width
		}
	}
	switch colour {
	case colourAlways:
		style.Color = true
	case colourNever:
	case colourAuto:
		forced := os.Getenv("FORCE_COLOR")
		style.Color = os.Getenv("NO_COLOR") == "" && (forced != "" && forced != "0" || terminal != nil && !dumb())
	default:
		return style, fmt.Errorf("color: %q is not one of auto, always, never", colour)
	}
	return style, nil
}

// terminalOf is the terminal that w writes to; nil if it is none.
func terminalOf(w io.Writer) *os.File {
	if file, ok := w.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		return file
	}
	return nil
}

// dumb says whether the terminal only knows to print characters.
func dumb() bool { return os.Getenv("TERM") == "dumb" }
