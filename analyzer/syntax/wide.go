package syntax

// manyChildren is from how many children on a node is wide: people and programs
// write functions of ten thousand parameters, and each of them is asked about.
const manyChildren = 64

// wide is an index of a node with many children, so that a question about one of them
// need not go through all.
type wide struct {
	fields [fieldCount]Node // the first child of each field

	params []Param        // of a list of parameters
	named  map[string]int // by name, the first parameter
	args   *wideArguments // of a list of arguments
}

// wideArguments are the arguments of a call.
type wideArguments struct {
	keywords   map[string]Node // by name, the first value passed so
	positional []Node          // values, up to the first splat
	places     map[Node]int    // of the positional values among all arguments up to the first splat
}

// findWide reads the nodes with many children, once they are complete.
func (t *Tree) findWide() {
	for i := range t.kind {
		n := Node(i)
		if n == None || t.last[n]-n <= manyChildren || !t.hasMany(n) {
			continue
		}
		if t.wide == nil {
			t.wide = make(map[Node]*wide)
		}
		t.wide[n] = t.readWide(n)
	}
}

func (t *Tree) hasMany(n Node) bool {
	c := t.first(n)
	for range manyChildren {
		if c == None {
			return false
		}
		c = t.next[c]
	}
	return c != None
}

func (t *Tree) readWide(n Node) *wide {
	w := new(wide)
	for c := t.first(n); c != None; c = t.next[c] {
		if f := t.field[c]; w.fields[f] == None {
			w.fields[f] = t.bare(c)
		}
	}
	switch t.kind[n] {
	case KindParameters, KindLambdaParameters:
		w.params = t.readParams(n)
		w.named = make(map[string]int)
		for i, p := range w.params {
			if name := t.View(p.Name); p.Name != None {
				if _, known := w.named[name]; !known {
					w.named[name] = i
				}
			}
		}
	case KindArgumentList:
		w.args = t.readArguments(n)
	}
	return w
}

func (t *Tree) readArguments(list Node) *wideArguments {
	w := &wideArguments{keywords: make(map[string]Node), places: make(map[Node]int)}
	starred, splat, at := false, false, 0
	for n := t.argFrom(t.First(list)); n != None; n = t.argFrom(t.Next(n)) {
		a := t.arg(n)
		switch {
		case a.Splat != 0:
			starred, splat = starred || a.Splat == 1, true
		case a.Name != None:
			if name := t.View(a.Name); w.keywords[name] == None {
				w.keywords[name] = a.Value
			}
		default:
			if !starred {
				w.positional = append(w.positional, a.Value)
			}
			if !splat {
				w.places[a.Value] = at
			}
		}
		at++
	}
	return w
}

// arg is Arg for a list of arguments.
func (w *wideArguments) arg(pos int, name string) Node {
	value := None
	if name != "" {
		value = w.keywords[name]
	}
	if pos >= 0 && pos < len(w.positional) && (value == None || w.positional[pos] < value) {
		value = w.positional[pos]
	}
	return value
}
