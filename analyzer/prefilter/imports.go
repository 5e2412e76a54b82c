package prefilter

import (
	"bytes"
	"slices"
	"strings"
)

// Import is an import statement: of a module, or of names from one.
type Import struct {
	Level  int    // dots before the module
	Module string // dotted
	From   bool
	Names  []string // of a statement with from; none for a star
}

// Imports lists the possible import statements in a text, those in comments and literals
// among them, and the modules that it may import by names in literals. It is not ok if
// one cannot be read without parsing.
func Imports(text []byte) (all []Import, ok bool) {
	var s Sight
	for i := 0; ; i += len(keyword) {
		next := bytes.Index(text[i:], []byte(keyword))
		if next < 0 {
			return s.Imports(text)
		}
		i += next
		s.imports = append(s.imports, i)
	}
}

// Imports lists the same of a text that was looked at and holds no word.
func (s *Sight) Imports(text []byte) (all []Import, ok bool) {
	begin := len(text) - len(bytes.TrimPrefix(text, []byte("\ufeff"))) // whose bytes look like those of a name
	if slices.ContainsFunc(s.imports, func(i int) bool { return byName(text, i) }) {
		all = literals(append(all, Import{Module: "importlib"}), text)
	}
	for _, i := range s.imports {
		if i > begin && isIdentifier(text[i-1]) || i+len(keyword) < len(text) && isIdentifier(text[i+len(keyword)]) {
			continue
		}
		r := reader{rest: text[i+len(keyword):]}
		imp, from, ok := fromBefore(text[begin:i])
		switch {
		case !ok:
			return nil, false
		case from:
			imp.Names = r.names()
			all = append(all, imp)
		default:
			for _, name := range r.names() {
				all = append(all, Import{Module: name})
			}
		}
	}
	return all, true
}

// byName reports whether the keyword is in a function that imports a module by its name.
func byName(text []byte, i int) bool {
	return bytes.HasPrefix(text[i:], []byte("import_module")) || i >= 2 && bytes.HasPrefix(text[i-2:], []byte("__import__"))
}

// literals adds all literals that look like names of modules.
func literals(all []Import, text []byte) []Import {
	for i, quote := range text {
		if quote != '"' && quote != '\'' {
			continue
		}
		n := i + 1
		for n < len(text) && (isIdentifier(text[n]) || text[n] == '.') {
			n++
		}
		if n > i+1 && n < len(text) && text[n] == quote {
			module := strings.TrimLeft(string(text[i+1:n]), ".")
			all = append(all, Import{Level: n - i - 1 - len(module), Module: module})
		}
	}
	return all
}

// fromBefore reads "from module" backwards from the end of the text before import. It is
// not ok if it may be one that is written in an unusual way.
func fromBefore(before []byte) (imp Import, from, ok bool) {
	module := []byte(nil) // reversed
	for {
		before = trimSpaceRight(before)
		n := len(before)
		switch {
		case n > 0 && before[n-1] == '.':
			module = append(module, '.')
			before = before[:n-1]
		case n > 0 && isIdentifier(before[n-1]):
			start := n
			for start > 0 && isIdentifier(before[start-1]) {
				start--
			}
			word := before[start:]
			if string(word) == "from" {
				return fromImport(module), true, true
			}
			if k := len(module); k > 0 && module[k-1] != '.' {
				return imp, false, !hasFrom(before) // two words side by side
			}
			for i := len(word) - 1; i >= 0; i-- {
				module = append(module, word[i])
			}
			before = before[:start]
		default:
			return imp, false, true
		}
	}
}

// fromImport splits the dots off a module that was read backwards.
func fromImport(reversed []byte) Import {
	imp := Import{From: true}
	for n := len(reversed); n > 0 && reversed[n-1] == '.'; n-- {
		imp.Level++
		reversed = reversed[:n-1]
	}
	name := make([]byte, len(reversed))
	for i, b := range reversed {
		name[len(name)-1-i] = b
	}
	imp.Module = string(name)
	return imp
}

// hasFrom reports whether the line that a text ends in has the word from.
func hasFrom(text []byte) bool {
	return bytes.Contains(text[bytes.LastIndexByte(text, '\n')+1:], []byte("from"))
}

// trimSpaceRight takes off blanks, and line ends that a backslash escapes.
func trimSpaceRight(text []byte) []byte {
	for {
		text = bytes.TrimRight(text, " \t\f")
		line := bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
		if len(line) == len(text) || len(line) == 0 || line[len(line)-1] != '\\' {
			return text
		}
		text = line[:len(line)-1]
	}
}

// reader reads the names behind import.
type reader struct {
	rest   []byte
	braced bool // in parentheses, where line ends and comments are space
}

// names are the dotted names up to the end of the statement, without those
// behind as.
func (r *reader) names() []string {
	var out []string
	for {
		name := r.word()
		if name == "" {
			return out
		}
		out = append(out, name)
		if r.space(); r.word() == "as" {
			r.word()
		}
		if r.space(); len(r.rest) == 0 || r.rest[0] != ',' {
			return out
		}
		r.rest = r.rest[1:]
	}
}

// word is the next dotted name; blanks around the dots are left out.
func (r *reader) word() string {
	var out []byte
	for {
		r.space()
		n := 0
		for n < len(r.rest) && isIdentifier(r.rest[n]) {
			n++
		}
		out, r.rest = append(out, r.rest[:n]...), r.rest[n:]
		at := r.rest
		if r.space(); n == 0 || len(r.rest) == 0 || r.rest[0] != '.' {
			r.rest = at
			return string(out)
		}
		out, r.rest = append(out, '.'), r.rest[1:]
	}
}

// space skips the white space, comments and continuations that may separate the words of
// a statement.
func (r *reader) space() {
	for len(r.rest) > 0 {
		switch b := r.rest[0]; {
		case b == ' ' || b == '\t' || b == '\f':
		case b == '\\': // a line end behind it does not count
			r.rest = bytes.TrimLeft(r.rest[1:], "\r\n")
			continue
		case b == '(':
			r.braced = true
		case (b == '\n' || b == '\r') && r.braced:
		case b == '#' && r.braced:
			end := bytes.IndexByte(r.rest, '\n')
			if end < 0 {
				end = len(r.rest) - 1
			}
			r.rest = r.rest[end:]
		default:
			return
		}
		r.rest = r.rest[1:]
	}
}
