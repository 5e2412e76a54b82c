package project

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Command is one command of a shell.
type Command struct {
	Words     []Word
	Variables []Variable // set for it alone
	Span      source.Span
	// Guarded says that the command may fail: it is a condition, another command is run
	// in its place, or it follows a check for a GPU.
	Guarded bool
}

// Word is a word of a command without its quotes; expansions in it stay as written.
type Word struct {
	Text string
	Span source.Span // with its quotes
}

// Variable is the setting of an environment variable.
type Variable struct {
	Name, Value string
	NameSpan    source.Span
	Span        source.Span // of the setting
	Whole       source.Span // text to delete with the variable; empty if unknown
	// Local says that programs started from here do not see it, unless it is exported
	// elsewhere.
	Local bool
}

// maxNested bounds how deep commands are followed into commands.
const maxNested = 20

// shell reads the commands in a region of a file.
type shell struct {
	*File

	at, end int
	docker  bool // comment lines between continued ones are not part of the command
	depth   int

	command Command
	skip    bool     // the next word is a file
	heredoc []string // whose texts begin behind this line
	frames  []frame
}

// frame is an if, a loop or the like around commands.
type frame struct {
	condition bool   // its condition is being read
	asked     string // the words of the condition
	guarded   bool   // its commands run only where there is a GPU
}

// detection is how scripts ask for GPUs.
var detection = regexp.MustCompile(`(?i)nvidia-smi|nvcc|/dev/nvidia|cuda[-_]?(?:is[-_])?available|has_(?:gpu|cuda)|command -v nvidia|which nvidia`)

// readShell reads a script.
func readShell(f *File) {
	f.shellRegion(source.Span{Start: 0, End: len(f.Text)}, false, 0)
}

// shellRegion reads the commands of a region.
func (f *File) shellRegion(region source.Span, docker bool, depth int) {
	if depth > maxNested {
		return
	}
	s := &shell{File: f, at: region.Start, end: region.End, docker: docker, depth: depth}
	for s.at < s.end {
		s.step()
	}
	s.finish("")
}

// step reads one token.
func (s *shell) step() {
	c := s.Text[s.at]
	switch {
	case c == ' ' || c == '\t' || c == '\r':
		s.at++
	case c == '\\' && s.continued():
	case c == '\n':
		s.finish("\n")
		s.at++
		s.passHeredocs()
	case c == '#':
		s.comment()
	case strings.IndexByte(";()", c) >= 0:
		s.finish(string(c))
		s.at++
	case c == '&' || c == '|':
		s.operator(c)
	case c == '<' || c == '>':
		s.redirection()
	default:
		s.word()
	}
}

// continued passes over the end of a line that goes on, with the comments that a
// Dockerfile may have behind it.
func (s *shell) continued() bool {
	rest := s.Text[s.at+1 : s.end]
	blank := bytes.TrimLeft(rest, " \t\r")
	if len(blank) == 0 || blank[0] != '\n' {
		return false
	}
	s.at = s.end - len(blank) + 1
	for s.docker {
		line := s.Text[s.at:s.end]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i+1]
		}
		trimmed := bytes.TrimSpace(line)
		if len(line) == 0 || len(trimmed) > 0 && trimmed[0] != '#' {
			break
		}
		if len(trimmed) > 0 {
			start := s.at + bytes.IndexByte(line, '#')
			s.Comments = append(s.Comments, source.Span{Start: start, End: start + len(trimmed)})
		}
		s.at += len(line)
	}
	return true
}

// comment passes over a comment. One that Slurm reads is a command.
func (s *shell) comment() {
	end := s.end
	if i := bytes.IndexByte(s.Text[s.at:s.end], '\n'); i >= 0 {
		end = s.at + i
	}
	span := source.Span{Start: s.at, End: end}
	s.Comments = append(s.Comments, span)
	s.finish("\n")
	if rest, ok := strings.CutPrefix(s.text(span), "#SBATCH "); ok {
		start := end - len(rest)
		options, _, _ := strings.Cut(rest, " #")
		c := Command{Words: []Word{{"sbatch", source.Span{Start: s.at, End: s.at + len("#SBATCH")}}}, Span: source.Span{Start: s.at, End: start + len(options)}}
		c.Words = append(c.Words, fields(options, start)...)
		s.Commands = append(s.Commands, c)
	}
	s.at = end
}

var fieldPattern = regexp.MustCompile(`\S+`)

// fields are the words of a text without quotes.
func fields(text string, at int) (words []Word) {
	for _, m := range fieldPattern.FindAllStringIndex(text, -1) {
		words = append(words, Word{text[m[0]:m[1]], source.Span{Start: at + m[0], End: at + m[1]}})
	}
	return words
}

// operator ends a command.
func (s *shell) operator(c byte) {
	double := s.at+1 < s.end && s.Text[s.at+1] == c
	switch {
	case c == '&' && s.at+1 < s.end && s.Text[s.at+1] == '>':
		s.at++
		s.redirection()
		return
	case double:
		s.finish(string([]byte{c, c}))
		s.at++
	default:
		s.finish(string(c))
	}
	s.at++
}

// redirection passes over where input or output goes, and notes the text that follows
// behind the line.
func (s *shell) redirection() {
	rest := s.Text[s.at:s.end]
	if m := heredocPattern.FindSubmatch(rest); m != nil {
		s.heredoc = append(s.heredoc, string(m[1]))
		s.at += len(m[0])
		return
	}
	n := 1
	for n < len(rest) && strings.IndexByte("<>&|-", rest[n]) >= 0 {
		n++
	}
	s.at += n
	s.skip = rest[n-1] != '-'
	if s.at < s.end && s.Text[s.at] >= '0' && s.Text[s.at] <= '9' {
		s.at++ // 2>&1
		s.skip = false
	}
}

var heredocPattern = regexp.MustCompile(`^<<-?\s*["']?([A-Za-z_][A-Za-z0-9_]*)["']?`)

// passHeredocs passes over the texts that began on the last line.
func (s *shell) passHeredocs() {
	for _, end := range s.heredoc {
		start := s.at
		for s.at < s.end {
			line := s.Text[s.at:s.end]
			if i := bytes.IndexByte(line, '\n'); i >= 0 {
				line = line[:i+1]
			}
			s.at += len(line)
			if string(bytes.TrimSpace(line)) == end {
				break
			}
		}
		if isScript(s.Text[start:s.at]) {
			s.shellRegion(source.Span{Start: start, End: s.at}, false, s.depth+1)
		}
	}
	s.heredoc = nil
}

// isScript reports whether a text says that a shell runs it.
func isScript(text []byte) bool {
	first, _, _ := bytes.Cut(bytes.TrimLeft(text, " "), []byte("\n"))
	return bytes.HasPrefix(first, []byte("#!")) && bytes.HasSuffix(bytes.TrimSpace(first), []byte("sh"))
}

// keyword takes a word that is not part of a command.
func (s *shell) keyword(word string) {
	switch word {
	case "if", "while", "until":
		s.frames = append(s.frames, frame{condition: true})
	case "elif":
		s.top(func(f *frame) { f.condition, f.guarded = true, false })
	case "then", "do":
		s.top(func(f *frame) {
			f.condition = false
			f.guarded = detection.MatchString(f.asked) && !strings.Contains(f.asked, "! ")
		})
	case "else":
		s.top(func(f *frame) { f.guarded = strings.Contains(f.asked, "! ") && detection.MatchString(f.asked) })
	case "fi", "done":
		s.frames = s.frames[:max(0, len(s.frames)-1)]
	case "for", "select":
		s.frames = append(s.frames, frame{})
		return
	case "!", "{", "}", "time":
	default:
		return
	}
	if word == "!" {
		s.top(func(f *frame) {
			if f.condition {
				f.asked += " ! "
			}
		})
	}
	s.command.Words = nil
}

// top changes the innermost frame, if there is one.
func (s *shell) top(change func(*frame)) {
	if len(s.frames) > 0 {
		change(&s.frames[len(s.frames)-1])
	}
}

// finish ends a command before an operator.
func (s *shell) finish(operator string) {
	c := s.command
	s.command, s.skip = Command{}, false
	if len(c.Words) == 0 {
		return
	}
	c.Span = source.Span{Start: c.Words[0].Span.Start, End: c.Words[len(c.Words)-1].Span.End}
	c.Guarded = operator == "||" || slices.ContainsFunc(s.frames, func(f frame) bool { return f.condition || f.guarded })
	s.top(func(f *frame) {
		if f.condition {
			f.asked += " " + s.text(c.Span)
		}
	})
	s.run(&c)
}
