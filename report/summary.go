package report

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/neuronlint/neuronlint/analyzer"
)

// Summary writes the closing lines: the number of findings, the target, and the parts
// that the analysis could not see.
func Summary(w io.Writer, in *Input, style Style) error {
	return summary(w, in, style, legend(Count(in), in.Unsafe))
}

// Before is a summary to print above the text of Remaining on the fixes.
func Before(w io.Writer, in *Input, style Style) error {
	return errors.Join(head(w, in, style, ""), summary(w, in, style, ""))
}

// Head writes the first line, with an empty one below it: for what the code is judged, if
// nobody chose that, or if no release has it as a whole. There is none otherwise.
func Head(w io.Writer, in *Input, style Style) error { return head(w, in, style, "\n") }

func head(w io.Writer, in *Input, style Style, below string) error {
	p := newPrinter(w, style)
	if line := in.caveat(); line != "" {
		p.printf("%s\n%s", p.dim(line), below)
	}
	return p.failed("head")
}

func summary(w io.Writer, in *Input, style Style, fixes string) error {
	p := newPrinter(w, style)
	c := Count(in)
	if in.Files == 0 && in.FilesFailed == 0 {
		p.printf("%s\n", p.bold("No Python files found."))
		return p.failed("summary")
	}
	p.printf("%s\n", p.bold(found(c)+" in "+plural(in.Files, "file")+"."))
	if in.Known > 0 {
		p.printf("%s.\n", plural(in.Known, "known finding")+" not shown")
	}
	if line := testNotes(in); line != "" {
		p.printf("%s\n", line)
	}
	if fixes != "" {
		p.printf("%s\n", fixes)
	}
	if line := in.settings(); line != "" {
		p.printf("%s\n", line)
	}
	p.printf("%s\n", p.dim(fmt.Sprintf("%s, %s", in.grounds(), round(in.Duration))))
	if line := unseen(in); line != "" {
		p.printf("%s\n", p.dim(line))
	}
	return p.failed("summary")
}

// grounds tells which target the code was judged for, and by which facts.
func (in *Input) grounds() string {
	return fmt.Sprintf("SDK %s, rewrite %s (%s stack), target %s, database %s", in.SDK, in.Rewrite, in.Stack, in.Target, in.OpsDB)
}

// caveat is for what the code is judged, if the project chose that, and what else that
// needs.
func (in *Input) caveat() string {
	var parts []string
	if in.Choice.By == ByProject {
		parts = append(parts, fmt.Sprintf("Judged for SDK %s, rewrite %s, target %s, since %s. --sdk, --rewrite or --target choose others.",
			in.SDK, in.Rewrite, in.Target, in.Choice.reason()))
	}
	if in.mixed() {
		parts = append(parts, nativeNeeds)
	}
	return strings.Join(parts, " ")
}

// mixed applies where a release that has no native device yet judges code of PyTorch:
// code of JAX asks for no device of PyTorch's.
func (in *Input) mixed() bool {
	return in.Stack == "native" && in.SDK == "2.26" && slices.ContainsFunc(in.shown(), ofTorch)
}

// ofTorch reports whether a finding concerns one of the two stacks that run
// PyTorch on Neuron: the fact or a fix is about one, or the API is PyTorch's.
func ofTorch(d *analyzer.Diagnostic) bool {
	return d.Fact.Stack != "" || strings.HasPrefix(d.API, "torch") ||
		slices.ContainsFunc(d.Fixes, func(f analyzer.Fix) bool { return f.Requires.Stack != "" })
}

const nativeNeeds = `Operators are judged for SDK 2.26; what fixes write, torch.device("neuron"), needs SDK 2.33 (public beta) on Trn2 or Trn3. To stay on SDK 2.26, use --rewrite xla.`

// found is "Found 2 errors, 1 warning".
func found(c Counts) string {
	if c.Total() == 0 {
		return "No findings"
	}
	var parts []string
	for _, part := range []struct {
		n    int
		name string
	}{{c.Errors, "error"}, {c.Warnings, "warning"}, {c.Infos, "info"}} {
		if part.n > 0 {
			parts = append(parts, plural(part.n, part.name))
		}
	}
	return "Found " + strings.Join(parts, ", ")
}

// legend says how much of it the tool can mend, and by which marks it is known.
func legend(c Counts, unsafe bool) string {
	line := fixable(c, unsafe)
	switch {
	case line == "":
		return ""
	case unsafe:
		return "[*] [~] " + line
	case c.Fixable == 0:
		return "[~] " + line
	}
	return "[*] " + strings.Replace(line, ", ", ", [~] ", 1)
}

// fixable says how much of it the tool can mend.
func fixable(c Counts, unsafe bool) string {
	switch {
	case c.Fixable > 0 && c.FixableUnsafe > 0:
		return fmt.Sprintf("%d fixable with --diff or fix, %d more with --unsafe.", c.Fixable, c.FixableUnsafe)
	case c.Fixable > 0 && unsafe:
		return fmt.Sprintf("%d fixable with --diff --unsafe or fix --unsafe.", c.Fixable)
	case c.Fixable > 0:
		return fmt.Sprintf("%d fixable with --diff or fix.", c.Fixable)
	case c.FixableUnsafe > 0:
		return fmt.Sprintf("%d fixable with --diff --unsafe or fix --unsafe.", c.FixableUnsafe)
	default:
		return ""
	}
}

// unseen names the parts that a clean result would say nothing about.
func unseen(in *Input) string {
	var parts []string
	if in.FilesFailed > 0 {
		parts = append(parts, plural(in.FilesFailed, "path")+" that could not be read")
	}
	if in.Foreign > 0 {
		parts = append(parts, plural(in.Foreign, "notebook")+" in other languages")
	}
	if in.UnresolvedReceivers > 0 {
		parts = append(parts, plural(in.UnresolvedReceivers, "method call")+" on objects of unknown type")
	}
	if in.LargeTables > 0 {
		parts = append(parts, plural(in.LargeTables, "table")+" of devices with too many entries to be followed")
	}
	if in.UnparsedLines > 0 {
		parts = append(parts, plural(in.UnparsedLines, "line")+" that the parser did not understand")
	}
	if len(parts) == 0 {
		return ""
	}
	return "Not analyzed: " + strings.Join(parts, ", ") + "."
}

func plural(n int, one string) string { return fmt.Sprintf("%d %s", n, noun(n, one)) }

// noun is a noun in the number that goes with n.
func noun(n int, one string) string {
	if n == 1 {
		return one
	}
	return one + "s"
}

// round keeps three figures at most of a duration.
func round(d time.Duration) time.Duration {
	switch {
	case d > 10*time.Second:
		return d.Round(100 * time.Millisecond)
	case d > time.Second:
		return d.Round(10 * time.Millisecond)
	default:
		return d.Round(time.Millisecond)
	}
}
