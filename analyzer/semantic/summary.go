package semantic

import (
	"iter"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Summary is what other files must know of the devices of one file: the places
// that hold values which come from elsewhere or go there, and where those act.
// It points into no tree, so that trees can be dropped, and it is small, since
// the summaries of all files of a project are held at once: what few places have
// is listed apart from them, in their order.
type Summary struct {
	Path string
	// Places hold values that may be devices. Those with one root hold one
	// device; these are the numbers of the roots.
	Places   []int32
	Roots    []Root
	Ways     []Way
	Acts     []Act
	Exits    []Exit
	Arrivals []Arrival
	Escapes  []Escape
	Sources  []SourceAt
	Tests    []TestAt
	// Reads are the names by which the file gets answers from others and goes on
	// to CUDA; see Model.Shared.
	Reads []string

	// What other files can name; see Port, Function and Class.
	Ports, Functions, Classes Table
}

// Escaping is the port of a parameter with which nothing is done but to hand it
// to code that is not known.
const Escaping = -1

// Way leads from one place to the next.
type Way struct {
	From, To   int32
	Confidence Confidence
}

// Act is where a value acts as a device.
type Act struct {
	Place      int32
	Span       source.Span
	API        string
	Role       Role
	Confidence Confidence
}

// Exit is an argument through which a device goes to code in another file.
type Exit struct {
	Callee

	Place      int32
	Position   int32 // -1 if it is passed by name
	Confidence Confidence
	Keyword    string
	Why        string // the device escapes, unless what is called is known
}

// Arrival is where a value comes from another file: by a variable or attribute,
// which Reads names as a Global, or as the result of what Yields.
type Arrival struct {
	Place  int32
	Reads  string
	Yields *Callee // nil if it is read
}

// Escape says where a device goes from a place that no other file can show.
type Escape struct {
	Place int32
	Why   string
	Self  bool // a device goes there, not what an object there holds
}

// Root is what places of one root share.
type Root struct {
	// Open says why it is not known which devices come in; no other file can
	// change that.
	Open string
	// Ajar says why other devices can come in unless all files are known.
	Ajar string
	// Fields are the attributes that this file reads and sets on the object
	// that the places hold. Classes are what it is an instance of, as Globals.
	Fields  []Field
	Classes []string
}

// Field is an attribute and its place.
type Field struct {
	Name  string
	Place int32
}

// SourceAt is a literal that spells a CUDA device.
type SourceAt struct {
	Span        source.Span
	Place       int
	Group       string // see Model.Bundle
	Conditional bool   // nothing in this file takes it for a device
	Choice      bool   // only offered, see Model.Choices
}

// TestAt is where a device is tested for being CUDA.
type TestAt struct {
	Span        source.Span
	Root        int
	Group       string
	Conditional bool
}

// Port is the place that other files know by a name: "NAME" is a variable of the
// module, "Class.attr" an attribute, "f()" what a function yields and "f(x)" a
// parameter; methods are "Class.f".
func (s *Summary) Port(name string) (place int, ok bool) {
	text, ok := s.Ports.Get(name)
	if !ok {
		return 0, false
	}
	place, err := strconv.Atoi(text)
	return place, err == nil
}

// AllPorts are the names that other files can reach places by, in their order,
// with these.
func (s *Summary) AllPorts() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for name, text := range s.Ports.All() {
			if place, err := strconv.Atoi(text); err == nil && !yield(name, place) {
				return
			}
		}
	}
}

// Parameter is a parameter of a function that other files can call.
type Parameter struct {
	Name   string
	Rest   bool // *args or **kwargs
	ByName bool // cannot be passed by position
}

// Kinds of the texts of tables, as their first bytes.
const (
	plainParameter   = 'p'
	restParameter    = '*'
	keywordParameter = 'k'
	baseOfClass      = 'b'
	fieldOfClass     = 'f'
)

// text is a parameter as an entry of a table holds it.
func (p Parameter) text() string {
	switch {
	case p.Rest:
		return string(restParameter) + p.Name
	case p.ByName:
		return string(keywordParameter) + p.Name
	}
	return string(plainParameter) + p.Name
}

// Function are the parameters of a function that other files can call; ok is
// false if the file has none of that name.
func (s *Summary) Function(name string) (params iter.Seq[Parameter], ok bool) {
	texts, ok := s.Functions.Get(name)
	return func(yield func(Parameter) bool) {
		for text := range infer.Fields(texts) {
			if !yield(Parameter{text[1:], text[0] == restParameter, text[0] == keywordParameter}) {
				return
			}
		}
	}, ok
}

// Class is a class that other files can name.
type Class struct {
	Bases []string // of the project, as Globals
	// Fields are the annotated names of the class body, which the constructor
	// of a dataclass takes.
	Fields []string
}

// texts are a class as an entry of a table holds it.
func (c *Class) texts() string {
	var all []string
	for _, base := range c.Bases {
		all = append(all, string(baseOfClass)+base)
	}
	for _, field := range c.Fields {
		all = append(all, string(fieldOfClass)+field)
	}
	return strings.Join(all, "\x00")
}

// Class is what is known of a class by its name.
func (s *Summary) Class(name string) (c Class) {
	texts, _ := s.Classes.Get(name)
	for text := range infer.Fields(texts) {
		if text[0] == baseOfClass {
			c.Bases = append(c.Bases, text[1:])
		} else {
			c.Fields = append(c.Fields, text[1:])
		}
	}
	return c
}
