package source

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// automagic reports whether a line is a magic command without its percent sign: the name
// of one, a space, and no operator, so that the line is no Python.
func automagic(line []byte) bool {
	name := magicName(line)
	rest := line[len(name):]
	if len(rest) == 0 || rest[0] != ' ' && rest[0] != '\t' || !slices.Contains(lineMagics(), name) {
		return false
	}
	rest = bytes.TrimLeft(rest, " \t")
	if len(rest) > 1 && rest[0] == '-' {
		return isCommand(name) && (rest[1] == '-' || isWord(rest[1])) // rm -r; of others it may be a difference
	}
	if bytes.HasPrefix(rest, []byte("./")) || bytes.HasPrefix(rest, []byte("..")) || bytes.HasPrefix(rest, []byte("~/")) {
		return true
	}
	if len(rest) == 0 || !isWord(rest[0]) && rest[0] != '"' && rest[0] != '\'' && rest[0] != '$' {
		return false
	}
	return !slices.Contains([]string{"if", "else", "for", "in", "is", "and", "or", "not"}, magicName(rest))
}

// isCommand reports whether a magic is one of a shell, and a word that hardly
// anybody calls a number.
func isCommand(name string) bool {
	switch name {
	case "cd", "conda", "cp", "ls", "mamba", "micromamba", "mkdir", "mv", "pip", "rm", "rmdir", "time", "timeit", "uv":
		return true
	}
	return false
}

// lineMagics are the line magics of IPython, with those that pass a line to a
// command of the shell.
var lineMagics = sync.OnceValue(func() []string {
	return strings.Fields(`
		alias autoreload bookmark cat cd colors conda config cp dhist dirs ed edit env gui hist history
		less load load_ext logstart ls macro mamba man matplotlib micromamba mkdir more mv notebook page
		pastebin pdef pdoc pfile pinfo pinfo2 pip popd pprint precision prun psearch psource pushd pycat
		pylab recall reload_ext rep rerun reset reset_selective rm rmdir run save sc set_env store sx system
		time timeit unalias unload_ext uv who who_ls whos xdel xmode`)
})

// prompt is the prompt in front of a line that was copied from a session: IPython takes
// the prompts off if the first line has one.
var prompt = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ \t]*(>>>( |\r?$)|\.\.\.( |\r?$)|In \[\d+\]: |[ ]*\.\.\.+: ?)`)
})

// prompts masks the prompts of a cell that begins with one.
func (m *masker) prompts() {
	lines := bytes.SplitAfter(m.text, []byte("\n"))
	start := bytes.TrimLeft(m.text, " \t\r\n")
	if !bytes.HasPrefix(start, []byte(">>>")) && !bytes.HasPrefix(start, []byte("In [")) || !prompt().Match(firstLine(start)) {
		return
	}
	for _, line := range lines {
		next := m.at + len(line)
		m.blank(len(bytes.TrimRight(prompt().Find(bytes.TrimRight(line, "\n")), "\r")), ' ')
		m.at = next
	}
	m.at = 0
}

func firstLine(text []byte) []byte {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return line
}
