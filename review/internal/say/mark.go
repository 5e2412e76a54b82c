// Package say words the comments of a review.
package say

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
)

// Mark names the comments of one kind of run, so that two of them, for two targets,
// leave the comments of the other alone.
type Mark struct{ name string }

// NewMark takes a name of letters, digits, dots, dashes and underscores.
func NewMark(name string) (Mark, error) {
	if !regexp.MustCompile(`^\w[\w.-]{0,49}$`).MatchString(name) || strings.Contains(name, "--") { // which an HTML comment cannot hold
		return Mark{}, fmt.Errorf("the name %q has to be of letters, digits, dots and underscores, at most 50", name)
	}
	return Mark{name}, nil
}

func (m Mark) head(what string) string {
	return fmt.Sprintf("<!-- neuronlint-review %s %s", m.name, what)
}

func (m Mark) comment(key, suggestion string) string {
	return m.head("comment "+key+" "+suggestion) + " -->\n"
}

func (m Mark) summary() string { return m.head("summary") + " -->\n" }

// Comment reads the marker of a comment on a line.
func (m Mark) Comment(body string) (key, suggestion string, ok bool) {
	line, _, _ := strings.Cut(body, "\n")
	rest, ok := strings.CutPrefix(strings.TrimRight(line, " \r"), m.head("comment "))
	if !ok {
		return "", "", false
	}
	words := strings.Fields(strings.TrimSuffix(rest, "-->"))
	if len(words) != 2 {
		return "", "", false
	}
	return words[0], words[1], true
}

// Summary finds the marker of the summary.
func (m Mark) Summary(body string) bool {
	return strings.HasPrefix(body, strings.TrimSuffix(m.summary(), "\n"))
}

// Hash is a short name of a text.
func Hash(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:8])
}
