package flow

import (
	"iter"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Summary tells other files about the devices of one file: the places that hold
// values from or for other files, and where those values act. It points into no
// tree, so trees can be dropped. It is small, because the summaries of all files of
// a project are in memory at once: rare properties of places have lists of their
// own, ordered by place.
type Summary struct {
	Path string
	// Places hold values that may be devices. Each entry is the number of the
	// place's root; places with the same root hold the same device.
	Places   []int32
	Roots    []Root
	Ways     []Way
	Acts     []Act
	Exits    []Exit
	Arrivals []Arrival
	Escapes  []Escape
	Sources  []SourceAt
	Tests    []TestAt
	// Reads are the names of other files whose answers lead this file to CUDA; see
	// Model.Shared.
	Reads []string

	// The names visible to other files; see Port, Function and Class.
	Ports, Functions, Classes infer.Table
}

// Escaping is the port of a parameter that is only handed on to unknown code.
const Escaping = -1

// Way leads from one place to the next.
type Way struct {
	From, To   int32
	Confidence infer.Confidence
}

// Act is where a value acts as a device.
type Act struct {
	Place      int32
	Span       source.Span
	API        string
	Role       Role
	Confidence infer.Confidence
}

// Exit is an argument through which a device goes to code in another file.
type Exit struct {
	Callee

	Place      int32
	Position   int32 // -1 if it is passed by name
	Confidence infer.Confidence
	Keyword    string
	Why        string // why the device escapes if the callee is unknown
}

// Arrival is a place that gets its value from another file: from a variable or
// attribute, named as a Global in Reads, or as the result of the callee Yields.
type Arrival struct {
	Place  int32
	Reads  string
	Yields *Callee // nil for a variable or attribute
}

// Escape is the way a device leaves a place for code that no file shows.
type Escape struct {
	Place int32
	Why   string
	Self  bool // the device itself escapes, not an object that holds it
}

// Root holds the properties shared by all places of one root.
type Root struct {
	// Open says why the devices that come in are unknown, whatever other files
	// show.
	Open string
	// Ajar says why other devices may come in unless all files are known.
	Ajar string
	// Fields are the attributes that this file reads and sets on the object
	// that the places hold. Classes are the classes of the object, as Globals.
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
	Conditional bool   // nothing in this file uses it as a device
	Choice      bool   // only offered, see Model.Choices
}

// TestAt is a test of whether a device is CUDA.
type TestAt struct {
	Span        source.Span
	Root        int
	Group       string
	Conditional bool
}

// Port is the place that other files know by a name: "NAME" is a variable of the
// module, "Class.attr" an attribute, "f()" the result of a function and "f(x)" a
// parameter; methods are "Class.f".
func (s *Summary) Port(name string) (place int, ok bool) {
	text, ok := s.Ports.Get(name)
	if !ok {
		return 0, false
	}
	place, err := strconv.Atoi(text)
	return place, err == nil
}

// AllPorts yields the names by which other files reach places, in order, with the
// places.
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

// The first byte of a text in a table is its tag.
const (
	plainParameter   = 'p'
	restParameter    = '*'
	keywordParameter = 'k'
	baseOfClass      = 'b'
	fieldOfClass     = 'f'
)

// text encodes a parameter as an entry of a table.
func (p Parameter) text() string {
	switch {
	case p.Rest:
		return string(restParameter) + p.Name
	case p.ByName:
		return string(keywordParameter) + p.Name
	}
	return string(plainParameter) + p.Name
}

// Function yields the parameters of a function that other files can call; ok is
// false if the file has no function of that name.
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
	// Fields are the annotated names of the class body: the parameters of a
	// dataclass's constructor.
	Fields []string
}

// texts encodes a class as an entry of a table.
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

// Class looks up a class by its name; it is empty for an unknown one.
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
