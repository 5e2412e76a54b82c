package project

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Image is a container image that the file names.
type Image struct {
	Text string // with its variables filled in, as far as they are known
	Span source.Span
	// Via are the places that set its variables.
	Via []source.Span
}

// dockerReader walks the instructions of a Dockerfile.
type dockerReader struct {
	*File

	args   map[string]Variable // with their defaults
	stages map[string]bool
}

var (
	instructionPattern = regexp.MustCompile(`^[ \t]*([A-Za-z]+)([ \t]|$)`)
	substitution       = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)(?::?-([^}]*))?\}|\$([A-Za-z_][A-Za-z0-9_]*)`)
	dockerHeredoc      = regexp.MustCompile(`<<-?["']?([A-Za-z_][A-Za-z0-9_]*)["']?`)
)

// readDockerfile reads a Dockerfile.
func readDockerfile(f *File) {
	d := &dockerReader{File: f, args: make(map[string]Variable), stages: make(map[string]bool)}
	for at := 0; at < len(f.Text); {
		line := f.lineSpan(at)
		text := f.text(line)
		trimmed := strings.TrimSpace(text)
		next := f.LineStart(f.LineAt(line.Start) + 1)
		switch m := instructionPattern.FindStringSubmatchIndex(text); {
		case trimmed == "":
		case trimmed[0] == '#':
			start := line.Start + strings.IndexByte(text, '#')
			f.Comments = append(f.Comments, source.Span{Start: start, End: line.End})
		case m == nil:
			f.broken(line)
		default:
			body := source.Span{Start: line.Start + m[3], End: f.instructionEnd(line.Start)}
			next = body.End
			d.instruction(strings.ToUpper(text[m[2]:m[3]]), body)
		}
		at = max(next, at+1)
	}
}

// instructionEnd is where the instruction ends that begins on a line: behind the last
// line that it is continued on, and behind the texts that follow it.
func (f *File) instructionEnd(at int) int {
	first := at
	for {
		line := f.lineSpan(at)
		text := strings.TrimSpace(f.text(line))
		at = f.LineStart(f.LineAt(line.Start) + 1)
		inside := line.Start > first && (text == "" || text[0] == '#')
		if !inside && !strings.HasSuffix(text, `\`) || at >= len(f.Text) {
			break
		}
	}
	for _, m := range dockerHeredoc.FindAllSubmatch(f.Text[first:at], -1) {
		for at < len(f.Text) {
			line := f.lineSpan(at)
			at = f.LineStart(f.LineAt(line.Start) + 1)
			if strings.TrimSpace(f.text(line)) == string(m[1]) {
				break
			}
		}
	}
	return at
}

func (d *dockerReader) instruction(name string, body source.Span) {
	switch name {
	case "FROM":
		d.from(body)
	case "ARG":
		for _, w := range d.words(body) {
			if v, ok := d.setting(w); ok {
				d.args[v.Name] = v
			}
		}
	case "ENV":
		d.env(body)
	case "COPY", "ADD":
		for _, w := range d.words(body) {
			if image, ok := strings.CutPrefix(w.Text, "--from="); ok && !d.stages[image] && strings.ContainsAny(image, "/:") {
				d.image(image, source.Span{Start: w.Span.End - len(image), End: w.Span.End})
			}
		}
	case "RUN", "CMD", "ENTRYPOINT":
		d.commands(body)
	case "HEALTHCHECK": // options, then CMD and a command
		if i := bytes.Index(d.Text[body.Start:body.End], []byte("CMD")); i >= 0 {
			body.Start += i + len("CMD")
			d.commands(body)
		}
	}
}

// words are the words of an instruction, without the ends of continued lines.
func (d *dockerReader) words(body source.Span) (words []Word) {
	for _, w := range d.shellWords(body) {
		if w.Text != "" {
			words = append(words, w)
		}
	}
	return words
}

// shellWords are the words of a region as a shell reads them.
func (f *File) shellWords(region source.Span) []Word {
	s := &shell{File: &File{File: f.File}, at: region.Start, end: region.End, docker: true, depth: maxNested}
	for s.at < s.end {
		if strings.IndexByte("#&|<>;()\n", s.Text[s.at]) >= 0 {
			s.at++
			continue
		}
		switch c := s.Text[s.at]; {
		case c == ' ' || c == '\t' || c == '\r', c == '\\' && s.continued():
			if c != '\\' {
				s.at++
			}
		default:
			start := s.at
			var b strings.Builder
			for s.at < s.end && strings.IndexByte(" \t\r\n", s.Text[s.at]) < 0 {
				s.piece(&b)
			}
			s.command.Words = append(s.command.Words, Word{b.String(), source.Span{Start: start, End: s.at}})
		}
	}
	return s.command.Words
}

// from reads the image of a stage, and the name of the stage.
func (d *dockerReader) from(body source.Span) {
	words := d.words(body)
	for len(words) > 0 && strings.HasPrefix(words[0].Text, "--") {
		words = words[1:]
	}
	if len(words) == 0 {
		d.broken(d.lineSpan(body.Start))
		return
	}
	if !d.stages[strings.ToLower(words[0].Text)] && words[0].Text != "scratch" {
		d.image(words[0].Text, words[0].Span)
	}
	if len(words) > 2 && strings.EqualFold(words[1].Text, "as") {
		d.stages[strings.ToLower(words[2].Text)] = true
	}
}

// image notes an image with the defaults of the arguments in its name.
func (d *dockerReader) image(text string, span source.Span) {
	i := Image{Span: span}
	i.Text = d.resolve(text, &i.Via, maxNested)
	d.Images = append(d.Images, i)
}

// resolve puts defaults into a text.
func (d *dockerReader) resolve(text string, via *[]source.Span, depth int) string {
	if depth == 0 || len(text) > 1000 {
		return text
	}
	return substitution.ReplaceAllStringFunc(text, func(found string) string {
		m := substitution.FindStringSubmatch(found)
		if v, ok := d.args[m[1]+m[3]]; ok {
			*via = append(*via, v.Span)
			return d.resolve(v.Value, via, depth-1)
		}
		if m[2] != "" {
			return m[2]
		}
		return found
	})
}

// env reads the variables that an image sets, in either form.
func (d *dockerReader) env(body source.Span) {
	words := d.words(body)
	if len(words) == 0 {
		return
	}
	if !strings.Contains(words[0].Text, "=") && len(words) > 1 {
		value := source.Span{Start: words[1].Span.Start, End: words[len(words)-1].Span.End}
		d.Variables = append(d.Variables, Variable{
			Name: words[0].Text, Value: d.text(value), NameSpan: words[0].Span, Span: source.Span{Start: words[0].Span.Start, End: value.End},
			Whole: d.instructionLines(body),
		})
		return
	}
	var set []Variable
	for _, w := range words {
		if v, ok := d.setting(w); ok {
			set = append(set, v)
		}
	}
	if len(set) == 1 {
		set[0].Whole = d.instructionLines(body)
	}
	d.Variables = append(d.Variables, set...)
}

// instructionLines are the lines of an instruction.
func (d *dockerReader) instructionLines(body source.Span) source.Span {
	return source.Span{Start: d.lineSpan(body.Start).Start, End: body.End}
}

// commands reads the commands of an instruction, as a shell reads them or word by word.
func (d *dockerReader) commands(body source.Span) {
	text := d.Text[body.Start:body.End]
	trimmed := bytes.TrimLeft(text, " \t")
	for bytes.HasPrefix(trimmed, []byte("--")) { // --mount=…
		i := bytes.IndexAny(trimmed, " \t\n")
		if i < 0 {
			return
		}
		trimmed = bytes.TrimLeft(trimmed[i:], " \t\\\r\n")
	}
	start := body.End - len(trimmed)
	if bytes.HasPrefix(trimmed, []byte("[")) {
		d.wordList(source.Span{Start: start, End: body.End})
		return
	}
	if m := dockerHeredoc.FindIndex(trimmed); len(m) > 0 && m[0] == 0 {
		if i := bytes.IndexByte(trimmed, '\n'); i >= 0 {
			start += i + 1
		}
		last := d.LineStart(max(1, d.LineAt(body.End-1))) // which only ends the text
		d.shellRegion(source.Span{Start: start, End: max(start, last)}, false, 0)
		return
	}
	d.shellRegion(source.Span{Start: start, End: body.End}, true, 0)
}

var jsonString = regexp.MustCompile(`"((?:[^"\\\n]|\\.)*)"`)

// wordList reads a command that is written as a list of words.
func (f *File) wordList(region source.Span) {
	text := f.text(region)
	if i := strings.IndexByte(text, '\n'); i >= 0 && !strings.Contains(text[:i], `\`) {
		text = text[:i]
	}
	var c Command
	for _, m := range jsonString.FindAllStringSubmatchIndex(text, -1) {
		c.Words = append(c.Words, Word{text[m[2]:m[3]], source.Span{Start: region.Start + m[2], End: region.Start + m[3]}})
	}
	f.listed(&c)
}

// listed takes in a command that is a list of words; a script for a shell among them is
// read as a shell does.
func (f *File) listed(c *Command) {
	if len(c.Words) == 0 {
		return
	}
	if shellProgram(c.Program()) {
		for i, w := range c.Words {
			if strings.HasPrefix(w.Text, "-") && strings.HasSuffix(w.Text, "c") && i+1 < len(c.Words) {
				f.shellRegion(c.Words[i+1].Span, false, 0)
				return
			}
		}
	}
	c.Span = source.Span{Start: c.Words[0].Span.Start, End: c.Words[len(c.Words)-1].Span.End}
	f.run(c)
}

func shellProgram(name string) bool {
	switch name {
	case "sh", "bash", "zsh", "ash", "dash":
		return true
	}
	return false
}
