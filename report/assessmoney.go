package report

import (
	"fmt"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/assess"
)

// moneyLines tell the comparison of costs.
func moneyLines(m *assess.Money) []string {
	if m == nil {
		return nil
	}
	var lines []string
	for _, c := range m.Comparisons {
		lines = append(lines, fmt.Sprintf("%s → %s: %.0f → %.0f a month for one machine (%s hours)",
			plain(c.From), plain(c.To), c.Before, c.After, short(m.Hours)))
	}
	switch saving := m.Before - m.After; {
	case len(m.Comparisons) == 0:
	case saving <= 0:
		lines = append(lines, fmt.Sprintf("one of each costs %.0f a month more", -saving))
	case m.Even != nil:
		lines = append(lines, fmt.Sprintf("one of each saves %.0f a month; the effort for the code, at %s a day, is paid off after %s to %s months",
			saving, short(m.DayRate), short(m.Even.Low), short(m.Even.High)))
	default:
		lines = append(lines, fmt.Sprintf("one of each saves %.0f a month; --day-rate tells when the effort is paid off", saving))
	}
	if len(m.Unpriced) > 0 {
		lines = append(lines, "no price for "+plain(strings.Join(m.Unpriced, ", "))+", or for its candidates")
	}
	if len(lines) == 0 {
		lines = append(lines, "no GPU instance was found to compare")
	}
	return append(lines, "prices and rate are yours; throughput is not compared")
}
