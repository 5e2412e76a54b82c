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
// NO_COLOR is set or the terminal is dumb.
func (a *app) style(colour string, w io.Writer) (report.Style, error) {
	var style report.Style
	file, ok := w.(*os.File)
	terminal := ok && term.IsTerminal(int(file.Fd()))
	if terminal {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil {
			style.Columns = width
		}
	}
	switch colour {
	case colourAlways:
		style.Color = true
	case colourNever:
	case colourAuto:
		style.Color = terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	default:
		return style, fmt.Errorf("color: %q is not one of auto, always, never", colour)
	}
	return style, nil
}
