package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

// MailedPatch is one of a series of patches for git am.
type MailedPatch struct {
	Topic       string // of the rules
	Safety      analyzer.Safety
	Diagnostics []analyzer.Diagnostic // before it
	Mended      []int                 // indices of those that it ends
	Changes     []FileChange          // by paths from the root of the repository
}

// Slug is a name for a file.
func (m *MailedPatch) Slug() string {
	words := strings.FieldsFunc(strings.ToLower(m.Topic), func(r rune) bool { return r < 'a' || r > 'z' })
	return m.kind() + "-" + strings.Join(words, "-")
}

func (m *MailedPatch) kind() string {
	if m.Safety == analyzer.Safe {
		return "safe"
	}
	return "review"
}

// Write writes the patch as the n-th of all. It has no date, so that the same code gets
// the same patch; git takes that of the commit.
func (m *MailedPatch) Write(w io.Writer, n, all int) error {
	var b, body bytes.Buffer
	b.WriteString("From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001\nFrom: neuronlint <neuronlint@localhost>\n")
	what := "safe fixes"
	if m.Safety != analyzer.Safe {
		what = "fixes to review"
	}
	fmt.Fprintf(&b, "Subject: [PATCH %d/%d] neuron: %s, %s\n", n, all, lowerTopic(m.Topic), what)
	for _, line := range m.summary() {
		body.WriteString(line + "\n")
	}
	body.WriteString("---\n\n")
	if err := Patch(&body, m.Changes); err != nil {
		return err
	}
	body.WriteString("-- \nneuronlint\n")
	if bytes.IndexByte(body.Bytes(), '\r') >= 0 {
		b.WriteString("MIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: quoted-printable\n\n")
		quotePrintable(&b, body.Bytes())
	} else {
		b.WriteString("\n")
		b.Write(body.Bytes())
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("report: write patch: %w", err)
	}
	return nil
}

// quotePrintable writes a text so that git am keeps the carriage returns in it, which it
// takes for those of a mail otherwise. Lines are as long as they are: git reads them.
func quotePrintable(b *bytes.Buffer, text []byte) {
	for i, c := range text {
		blankAtEnd := (c == ' ' || c == '\t') && (i+1 == len(text) || text[i+1] == '\n')
		if c == '=' || c == '\r' || blankAtEnd {
			fmt.Fprintf(b, "=%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
}

// lowerTopic begins a topic with a small letter, unless it begins with an acronym.
func lowerTopic(s string) string {
	if len(s) > 1 && s[1] >= 'A' && s[1] <= 'Z' {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// summary counts the findings that end, by rule.
func (m *MailedPatch) summary() []string {
	counts := make(map[string]int)
	for _, i := range m.Mended {
		d := &m.Diagnostics[i]
		counts[d.Code+" "+d.Name]++
	}
	var lines []string
	for rule, n := range counts {
		lines = append(lines, fmt.Sprintf("%s: %s", rule, plural(n, "place")))
	}
	slices.Sort(lines)
	return lines
}
