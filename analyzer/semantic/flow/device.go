package flow

import (
	"cmp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Role is the kind of value that a place takes.
type Role string

// The roles of places that take a device.
const (
	RoleDevice    Role = "device"     // a device: string, torch.device or ordinal
	RoleType      Role = "type"       // a device type without index
	RoleMap       Role = "map"        // map_location: where a checkpoint is loaded to
	RoleDeviceMap Role = "device-map" // Hugging Face device_map
	RoleOrdinal   Role = "ordinal"    // an index or a device
	RoleNamed     Role = "named"      // only the name says that it is a device
	RoleLinked    Role = "linked"     // acts, if at all, in another file
)

// Sink is a place where a value acts as a device, and the confidence in that. Values
// that act at one place share its SinkAt.
type Sink struct {
	*SinkAt

	Confidence infer.Confidence
}

// SinkAt is a place that takes a device.
type SinkAt struct {
	Node syntax.Node // the argument, or the name that holds the device
	Call syntax.Node // the call that takes it; None for RoleNamed
	API  string      // qualified name of the function that takes it, if known
	Role Role
}

// Source is a string literal that becomes a CUDA device.
type Source struct {
	Node      syntax.Node // string or concatenated string
	Form      infer.SourceForm
	Index     string // for FormIndexed
	Sinks     []Sink // where it acts, best confidence first; never empty
	Partial   bool   // it goes further than the analysis follows it
	Component *Component
	// CLI is the call that declares a command-line option whose default this
	// is; Default is the parameter whose default this is.
	CLI, Default syntax.Node
	// Choice is the declaration of an option that only offers the device; then
	// the source is only listed among the Choices of the file.
	Choice syntax.Node

	escapes string // see Component.Escapes
}

// Confidence is that of the surest sink of the source.
func (s *Source) Confidence() infer.Confidence { return s.Sinks[0].Confidence }

// Places reports whether the source places something on the device, and is not just the
// device type of autocast or GradScaler, which switch themselves off.
func (s *Source) Places() bool {
	return slices.ContainsFunc(s.Sinks, func(k Sink) bool { return !k.switchesOff() })
}

// NamesType reports whether the source is the device type that autocast takes, or that
// others take by the same name: model.configure_optimizers(device_type=device_type).
func (s *Source) NamesType() bool {
	return slices.ContainsFunc(s.Sinks, Sink.switchesOff) && !slices.ContainsFunc(s.Sinks, func(k Sink) bool {
		shown := strings.HasPrefix(k.API, "torch.") || strings.HasPrefix(k.API, "builtins.")
		return !k.switchesOff() && (shown || k.Role != RoleType)
	})
}

// switchesOff reports whether a place takes the type of autocast or GradScaler.
func (k Sink) switchesOff() bool {
	return strings.Contains(k.API, "autocast") || strings.HasSuffix(k.API, ".GradScaler")
}

// Compare is a place where a device is tested for being CUDA.
type Compare struct {
	Literal   syntax.Node // the "cuda" in it
	Node      syntax.Node // the comparison, call of startswith, subscript or case clause
	Operand   syntax.Node // the tested expression
	Negated   bool        // !=, not in
	Cut       bool        // the operand is the beginning of a longer string: device[:4]
	Component *Component
	// Confidence that the operand is a device.
	Confidence infer.Confidence
}

// Component is a set of sources and comparisons that must change together: changing
// only some of them changes the behaviour of the program.
type Component struct {
	ID       int // position of its first member in the file, in reading order
	Sources  []*Source
	Compares []*Compare
	Offered  bool // an option of the command line offers a device
	// Open says why devices can enter that this file does not show; Escapes names the
	// code outside this file that a source goes to; empty if neither.
	Open, Escapes string
}

// derivesText reports whether the result of a string method still names the device.
func derivesText(method string) bool {
	switch method {
	case "format", "lower", "upper", "strip", "split", "rsplit", "replace", "partition":
		return true
	}
	return false
}

// DeviceName reports whether a variable, attribute, key or parameter of this
// name holds a device by convention.
func DeviceName(name string) bool {
	name = strings.ToLower(strings.TrimLeft(name, "_"))
	if name == "map_location" || name == "device_map" {
		return true
	}
	for _, suffix := range []string{"_type", "_name", "_str", "_string", "_id"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return name == "device" || name == "dev" || strings.HasSuffix(name, "_device") || strings.HasSuffix(name, "_dev")
}

// Devices are the CUDA device sources of the file in reading order.
func (m *Literals) Devices() []*Source { return m.deviceFlow().sources }

// DeviceAt is the source in Devices for a literal; nil if there is none.
func (m *Literals) DeviceAt(literal syntax.Node) *Source {
	devices := m.Devices()
	at, found := slices.BinarySearchFunc(devices, literal, func(s *Source, n syntax.Node) int { return cmp.Compare(s.Node, n) })
	if !found {
		return nil
	}
	return devices[at]
}

// DevicesIn are those of Devices that lie in one of the regions, in reading order. They
// are searched for: a file may have very many devices, and as many regions.
func (m *Literals) DevicesIn(regions []source.Span) []*Source {
	devices := m.Devices()
	var out []*Source
	for i, region := range regions {
		at, _ := slices.BinarySearchFunc(devices, region.Start, func(s *Source, start int) int { return cmp.Compare(m.Tree.Start(s.Node), start) })
		for ; at < len(devices) && m.Tree.Start(devices[at].Node) < region.End; at++ {
			if own := m.Tree.Span(devices[at].Node); region.Contains(own) && !own.In(regions[:i]) {
				out = append(out, devices[at])
			}
		}
	}
	slices.SortFunc(out, func(a, b *Source) int { return cmp.Compare(a.Node, b.Node) })
	return out
}

// Choices are the devices that command-line options offer, in reading order, if the
// value of the option becomes a device. RoleLinked marks those that no code in this
// file shows to become one.
func (m *Literals) Choices() []*Source { return m.deviceFlow().choices }

// Exported are the literals that spell a CUDA device and that nothing in this file
// takes for one, but that other files can see. Only those files can tell whether they
// are devices.
func (m *Literals) Exported() []*Source { return m.deviceFlow().exported }

// Queried are the tests for "cuda" of an expression that nothing in this file shows to
// be a device.
func (m *Literals) Queried() []*Compare { return m.deviceFlow().queried }

// Compares are the tests for a CUDA device in reading order.
func (m *Literals) Compares() []*Compare { return m.deviceFlow().compares }

// ChosenOutside reports whether code or users outside the file may choose a device: by an
// option, by a call, or because the file spells no CUDA device itself.
func (c *Component) ChosenOutside() bool {
	return c.Open != "" || c.Offered || len(c.Sources) == 0 || slices.ContainsFunc(c.Sources, func(s *Source) bool { return s.CLI != syntax.None })
}
