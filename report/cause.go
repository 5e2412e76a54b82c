package report

import (
	"fmt"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

// consequences names, at a device setting, the findings that hang on it, and elsewhere
// the setting that the finding goes back to; "" where there is nothing more to say.
func (in *Input) consequences(d *analyzer.Diagnostic) string {
	c := d.Cause
	switch {
	case c == nil:
		return ""
	case c.Path != d.Path || !d.Span.Contains(c.Span):
		for _, r := range d.Related {
			if r.Span == c.Span && (r.Path == c.Path || r.Path == "" && d.Path == c.Path) {
				return ""
			}
		}
		text := "the device is set at " + place(c.Path, in.position(c.Path, c.Span.Start))
		if c.Sources > 1 {
			text += " and " + plural(c.Sources-1, "other setting")
		}
		return text
	case c.Places < 2 && c.Tests == 0 && c.Sources < 2:
		return ""
	}
	if c.Places+c.Tests == 0 { // then there are other settings
		return plural(c.Sources-1, "other setting") + " must change with this device"
	}
	text := "this device is used in " + reach(c)
	if c.Sources > 1 {
		text += "; " + plural(c.Sources-1, "other setting") + " must change with it"
	}
	return text
}

// reach counts the places a setting reaches: "14 places and 2 tests in 3 files".
func reach(c *analyzer.Cause) string {
	var what []string
	if c.Places > 0 {
		what = append(what, plural(c.Places, "place"))
	}
	if c.Tests > 0 {
		what = append(what, plural(c.Tests, "test"))
	}
	text := strings.Join(what, " and ")
	if c.Files > 1 {
		text += fmt.Sprintf(" in %d files", c.Files)
	}
	return text
}

// settings says how few settings, or groups of them that change together, the
// findings go back to; "" if each stands for itself.
func (in *Input) settings() string {
	findings, several := make(map[string]int), make(map[string]bool)
	total, noun := 0, "device setting"
	for i := range in.Diagnostics {
		if d := &in.Diagnostics[i]; d.Cause != nil && !d.Suppressed {
			if findings[d.Cause.ID]++; d.Cause.Sources > 1 {
				several[d.Cause.ID] = true
			}
		}
	}
	settings := 0
	for id, n := range findings {
		if n > 1 {
			settings++
			total += n
			if several[id] {
				noun = "group"
			}
		}
	}
	if settings == 0 {
		return ""
	}
	text := plural(settings, noun)
	if noun == "group" {
		text += " of device settings"
	}
	return fmt.Sprintf("%d of them come from %s; change each of them as a whole.", total, text)
}
