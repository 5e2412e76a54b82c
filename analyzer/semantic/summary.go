package semantic

import "github.com/neuronlint/neuronlint/analyzer/source"

// Summary is what other files must know of the devices of one file: the places
// that hold values which come from elsewhere or go there, and where those act.
// It points into no tree, so that trees can be dropped.
type Summary struct {
	Path   string
	Places []Place
	Roots  []Root
	// Ports are the places that other files can name: "NAME" is a variable of
	// the module, "Class.attr" an attribute, "f()" what a function yields and
	// "f(x)" a parameter; methods are "Class.f".
	Ports     map[string]int
	Sources   []SourceAt
	Tests     []TestAt
	Functions map[string][]Parameter
	Classes   map[string]Class
}

// Escaping is the port of a parameter with which nothing is done but to hand it
// to code that is not known.
const Escaping = -1

// Place holds a value that may be a device.
type Place struct {
	Root  int // places with one root hold one device, see Summary.Roots
	Next  []Way
	Acts  []Act
	Exits []Exit
	// Escapes says where a device goes from here that no other file can show.
	Escapes string
	Reads   string  // the variable or attribute of another module that this is, as a Global
	Yields  *Callee // what is called, if this is the result of a call
}

// Way leads from one place to the next.
type Way struct {
	To         int
	Confidence Confidence
}

// Act is where a value acts as a device.
type Act struct {
	Span       source.Span
	API        string
	Role       Role
	Confidence Confidence
}

// Exit is an argument through which a device goes to code in another file.
type Exit struct {
	Callee

	Position   int // -1 if it is passed by name
	Keyword    string
	Confidence Confidence
	Why        string // the device escapes, unless what is called is known
}

// Root is what places of one root share.
type Root struct {
	// Open says why it is not known which devices come in; no other file can
	// change that.
	Open string
	// Ajar says why other devices can come in unless all files are known.
	Ajar string
	// Fields are the attributes that this file reads and sets on the object
	// that the places hold, as places. Classes are what it is an instance of,
	// as Globals.
	Fields  map[string]int
	Classes []string
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

// Parameter is a parameter of a function that other files can call.
type Parameter struct {
	Name   string
	Rest   bool // *args or **kwargs
	ByName bool // cannot be passed by position
}

// Class is a class that other files can name.
type Class struct {
	Bases []string // of the project, as Globals
	// Fields are the annotated names of the class body, which the constructor
	// of a dataclass takes.
	Fields []string
}
