package device

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// literalTrust grades "cuda" → "neuron". It is safe where the literal acts in
// places that are known to take a device, nothing outside the file sees it,
// and it does not choose among several devices; closed is its closedTrust.
func literalTrust(p *analyzer.Pass, s *semantic.Source, closed analyzer.Trust) analyzer.Trust {
	comp := s.Component
	switch {
	case comp.Escapes != "":
		return analyzer.Doubtful(comp.Escapes)
	case comp.Open != "" && len(comp.Compares) > 0 && !extensible(p, comp):
		return p.DoubtfulAt(comp.Compares[0].Node, "other devices may reach the test on this line: "+comp.Open)
	case s.CLI != syntax.None:
		return p.DoubtfulAt(s.CLI, "the option on this line may be given other devices")
	case unused(s):
		return analyzer.Doubtful("nothing in this file uses it as a device")
	}
	return closed
}

// unused reports whether this file shows no place that takes the device: only a name,
// or another file, tells that it is one.
func unused(s *semantic.Source) bool {
	return slices.ContainsFunc(s.Sinks, func(k semantic.Sink) bool { return k.Role == semantic.RoleNamed || k.Role == semantic.RoleLinked })
}

// extensible reports whether all tests of a component hold for Neuron too once they are
// extended, whichever other devices come in.
func extensible(p *analyzer.Pass, comp *semantic.Component) bool {
	return p.Model.Extensible() && testsExtend(p, comp)
}

// closedTrust grades "cuda" → "neuron" for the case that other files hide
// nothing: all places where the device goes and all tests of it are known.
func closedTrust(p *analyzer.Pass, s *semantic.Source) analyzer.Trust {
	if own := ownTrust(p, s); own.Safety < analyzer.Safe {
		return own
	}
	return sinksTrust(p, s.Sinks)
}

// ownTrust is the highest trust that the literal itself and its file allow a fix.
func ownTrust(p *analyzer.Pass, s *semantic.Source) analyzer.Trust {
	own := ownDevice(p, s) != nil && joinsGroup(p) || ofCurrent(p, s)
	switch {
	case (s.Form == semantic.FormComputed || indexed(p, s)) && !own, s.Form == semantic.FormIndexed && s.Index != "0":
		return analyzer.Doubtful(countedGPUs)
	case s.Partial:
		return analyzer.Doubtful("the device could not be followed everywhere")
	case s.Confidence() < semantic.Likely:
		return analyzer.Doubtful("this may not be a device")
	case p.Model.RunsCode():
		return analyzer.Doubtful("the file runs generated code, which may use the device")
	case stayingTest(p) != syntax.None:
		return p.DoubtfulAt(stayingTest(p), testsPlacement)
	case placedByMap(p):
		return analyzer.Doubtful(placesByMap)
	case byBackend(p, s.Node):
		return analyzer.Doubtful("the backend of the process group decides the device")
	case madeOnImport(p, s.Node):
		return analyzer.Doubtful("the device is made when the file is imported, which fails where PyTorch has no backend for Neuron")
	}
	return analyzer.Sure()
}

// madeOnImport reports whether a literal is the argument of torch.device in a default of
// a parameter or in the body of a class, which run when the file is imported. PyTorch
// knows the name of CUDA on every machine, and that of Neuron only with its backend.
func madeOnImport(p *analyzer.Pass, n syntax.Node) bool {
	call := p.Tree.Parent(p.Tree.Parent(n))
	if name, _ := p.Model.CallName(call); name != "torch.device" || p.Target.Rewrite != opsdb.RewriteNeuron {
		return false
	}
	for at := p.Tree.Parent(call); at != syntax.None; at = p.Tree.Parent(at) {
		switch p.Tree.Kind(at) {
		case syntax.KindParameters:
			return p.Tree.EnclosingFunction(p.Tree.Parent(at)) == syntax.None
		case syntax.KindClass:
			return true
		case syntax.KindFunction, syntax.KindLambda:
			return false
		}
	}
	return false
}

// stayingTest is a test of where a tensor lies that may stay as it is while the tensor
// moves. Where all of these tests can be extended, each has a fix of its own, without
// which the file is not mended at all.
func stayingTest(p *analyzer.Pass) syntax.Node {
	if p.Target.Rewrite == opsdb.RewriteNeuron && p.Model.Extensible() {
		return syntax.None
	}
	return p.Model.PlacementTest()
}

// Doubts shared by several rules.
const (
	countedGPUs      = "the index counted GPUs, and a process may see only one NeuronCore"
	testsPlacement   = "this line tests where a tensor lies, and has to change with it"
	placesByMap      = "device_map in this file places the model, perhaps on a different device"
	unknownObject    = "the receiver may not be a tensor or a module"
	toldDevices      = "the code on this line treats devices differently"
	forOwnKernels    = "a CUDA kernel may receive what this line places"
	ownChoice        = "the receiver of what this line places chooses its own device, or is never moved"
	fedFromHost      = "the module on this line is called with tensors that stay on the host"
	decidesElsewhere = "the effect of the test elsewhere is not known"
	textOfGPUs       = "the test selects text about GPUs"
	byConstant       = "this line only runs where the device is a constant for CUDA, which stays as it is"
	armsUnknown      = "a call on this line leads to a test of the device of tensors, whose arm for Neuron calls code that is not known to work there"
	float64Moved     = "Neuron has no float64, and this line places a tensor of it"
)

// sinksTrust is the least that the places where a device acts let a fix be.
func sinksTrust(p *analyzer.Pass, sinks []semantic.Sink) analyzer.Trust {
	trust := analyzer.Sure()
	for _, k := range sinks {
		if k.Role == semantic.RoleDeviceMap {
			return p.DoubtfulAt(k.Node, "the device is a device_map on this line, which follows other rules")
		}
		trust = trust.And(sinkTrust(p, k))
	}
	return trust
}

// sinkTrust looks up how well it is documented that the sink takes the Neuron device;
// without documentation, the device string itself decides. A portable program hands it
// the same device, without the name.
func sinkTrust(p *analyzer.Pass, k semantic.Sink) analyzer.Trust {
	if dtype := p.Tree.Keyword(k.Call, "dtype"); k.Call != syntax.None && dtype != syntax.None {
		if name, _ := p.Model.Name(dtype); name == "torch.float64" || name == "torch.double" {
			return p.DoubtfulAt(dtype, "Neuron has no float64, which this line asks for")
		}
	}
	if legacyMaker(k.API) {
		return p.DoubtfulAt(k.Call, "the constructor on this line accepts no device but the host")
	}
	if trust := xlaSinkTrust(p, k); trust.Safety < analyzer.Safe {
		return trust
	}
	if k.Call != syntax.None {
		if trust := receiverTrust(p, k.Call); trust.Safety < analyzer.Safe {
			return trust
		}
	}
	if format := p.Tree.Keyword(k.Call, "memory_format"); format != syntax.None {
		if name, _ := p.Model.Name(format); strings.HasPrefix(name, "torch.channels_last") {
			return p.DoubtfulAt(format, "the memory format on this line is not documented for Neuron")
		}
	}
	if strings.HasSuffix(k.API, ".autocast") && !p.Model.CastsAlike(k.Call) {
		return p.DoubtfulAt(k.Call, "autocast on this line may use a different dtype than on CUDA")
	}
	if r, ok := p.DB.Replacement(k.API, opsdb.RewriteNeuron); ok && k.API != "torch.device" {
		if r.Text == `"cpu"` {
			return p.DoubtfulAt(k.Call, "this line loads a checkpoint onto the device, which is not documented for Neuron")
		}
		return rewrite.Trust(r)
	}
	r, _ := p.DB.Replacement("torch.device", opsdb.RewriteNeuron)
	return rewrite.Trust(r)
}

// legacyMaker recognises the constructors of tensors of one dtype, torch.FloatTensor(x,
// device=d), which refuse every device but that of their type.
func legacyMaker(api string) bool {
	return strings.HasPrefix(api, "torch.") && strings.HasSuffix(api, "Tensor") && api != "torch.Tensor"
}

// receiverTrust is the highest trust allowed by the code that receives the object that
// a call places.
func receiverTrust(p *analyzer.Pass, call syntax.Node) analyzer.Trust {
	switch p.Model.HostTaker(call) {
	case semantic.TakerOwnChoice:
		return p.DoubtfulAt(call, ownChoice)
	case semantic.TakerArrays:
		return p.DoubtfulAt(call, "the tensor on this line goes to a library that reads the memory of the host alone")
	case semantic.TakerCompiled:
		return p.DoubtfulAt(call, "the tensor on this line goes to a module that the project compiles")
	}
	switch {
	case p.Model.MovesStale(call):
		return p.DoubtfulAt(call, "an optimizer has the parameters from before the move on this line")
	case toldApart(p, call):
		return p.DoubtfulAt(call, toldDevices)
	case forKernels(p, call):
		return p.DoubtfulAt(call, forOwnKernels)
	case p.Model.FedFromHost(call):
		return p.DoubtfulAt(call, fedFromHost)
	case movesSparse(p, call):
		return p.DoubtfulAt(call, "the tensor on this line is sparse, and Neuron has no sparse tensors")
	case p.Model.TestedByConstant(call):
		return p.DoubtfulAt(call, byConstant)
	case placesDouble(p, call):
		return p.DoubtfulAt(call, float64Moved)
	case ofUnknownArray(p, call):
		return p.DoubtfulAt(call, "the tensor on this line has the dtype of an array, which may be float64, and Neuron has none")
	case leafOnHost(p, call):
		return p.DoubtfulAt(call, "the gradient of the tensor on this line stays on the host")
	case inTorchScript(p, call):
		return p.DoubtfulAt(call, "TorchScript compiles this module, and its programs are not known to run on Neuron")
	}
	return analyzer.Sure()
}

// apart is the highest trust allowed by tests of the device of tensors in functions that
// run around a move. A choice of device waits for these tests in all files of its program
// anyway.
func apart(p *analyzer.Pass, move syntax.Node) analyzer.Trust {
	if at, ok := p.Model.TellsApart(move); ok {
		return p.DoubtfulAt(at, armsUnknown)
	}
	return analyzer.Sure()
}

// ofUnknownArray reports whether a call moves a tensor that may be float64, or makes one.
func ofUnknownArray(p *analyzer.Pass, call syntax.Node) bool {
	if !mayHoldDouble(p) {
		return false
	}
	if p.Model.MovesObject(p.Tree.Callee(call)) {
		return p.Model.DType(call) == "" && p.Model.OfUnknownArray(p.Tree.Object(p.Tree.Callee(call)))
	}
	return p.Model.OfUnknownArray(call)
}

// leafOnHost reports whether a call moves a tensor that is made in the same expression and
// takes a gradient: off the host the moved one is computed from it, and has none.
func leafOnHost(p *analyzer.Pass, move syntax.Node) bool {
	if !p.Model.MovesObject(p.Tree.Callee(move)) {
		return false
	}
	made := p.Tree.Unparen(p.Tree.Object(p.Tree.Callee(move)))
	return p.Tree.Kind(made) == syntax.KindCall && p.Tree.Kind(p.Tree.Keyword(made, "requires_grad")) == syntax.KindTrue
}

// placesDouble reports whether a call moves a tensor of float64 to a device and leaves it
// one, or makes one there.
func placesDouble(p *analyzer.Pass, call syntax.Node) bool {
	if !mayHoldDouble(p) {
		return false
	}
	if !p.Model.MovesObject(p.Tree.Callee(call)) {
		return p.Model.Double(call)
	}
	if dtype := p.Model.DType(call); dtype != "" {
		return dtype == "float64"
	}
	return p.Model.Double(p.Tree.Object(p.Tree.Callee(call)))
}

// mayHoldDouble reports whether a file may have tensors of float64 at all: it names the
// dtype or numpy, or runs code of other files.
func mayHoldDouble(p *analyzer.Pass) bool {
	if slices.ContainsFunc([]string{"float64", "double", "numpy"}, p.Model.TextHas) {
		return true
	}
	type key struct{}
	return semantic.Walked(p.Model, key{}, func() bool {
		return p.Model.Module() != nil && len(p.Model.ImportedModules(p.Model.Module())) > 0
	})
}
