// Package opsdb is the database of AWS Neuron's support for operators and of the names
// the frameworks use. Tables are text under data/, one fact one row, each row with its
// source; they are embedded and read on first use.
package opsdb

import "strings"

// Ref points at the row a statement rests on.
type Ref struct {
	Evidence Evidence
	Source   string // citation, see data/SOURCES.md
	Stack    string // "native", "xla" or "" when the fact holds for both
	SDK      string // range of SDK versions, "2.26", "2.27-", "2.20-2.32"
}

// Ground names the kind of evidence behind a statement, and the stack and SDK releases
// that it is about.
func (r Ref) Ground() string {
	text := string(r.Evidence)
	if r.Stack != "" {
		text += ", " + r.Stack + " stack"
	}
	if r.SDK != "" {
		text += ", SDK " + r.SDK
	}
	return text
}

// Citation is the ground of a statement and where that can be read.
func (r Ref) Citation() string {
	var places []string
	for _, c := range Citations(r.Source) {
		places = append(places, c.String())
	}
	return r.Ground() + ": " + strings.Join(places, ", ")
}

// Evidence says how sure we are of a fact about Neuron, strongest first.
type Evidence string

// The kinds of evidence.
const (
	Documented Evidence = "documented" // AWS says so for that version
	Measured   Evidence = "measured"   // torch-xla was seen to do so, for the samples that the row cites
	FromSource Evidence = "source"     // torch-xla's or the framework's source says so
	Derived    Evidence = "derived"    // decomposes into operators that are known
	Unofficial Evidence = "unofficial" // a pre-release source snapshot
	Inferred   Evidence = "inferred"   // our judgement
)

// Rewrite is the style of code that fixes write, and with it the stack the code moves
// to.
type Rewrite string

// The rewrites.
const (
	RewriteNeuron   Rewrite = "neuron"   // torch.device("neuron"), native backend
	RewritePortable Rewrite = "portable" // torch.accelerator, native backend, still runs on CUDA
	RewriteXLA      Rewrite = "xla"      // torch_xla.device(), torch-xla
)

// Stack is the Neuron software stack a rewrite moves code to.
func (r Rewrite) Stack() string {
	if r == RewriteXLA {
		return "xla"
	}
	return "native"
}

// Target is the stack and SDK that the code is judged for.
type Target struct {
	SDK        string // "2.26" or "2.33"
	Rewrite    Rewrite
	Overridden Rewrite // the user's, where a file's own stack decides; empty elsewhere
	Instance   string  // "trn1", "trn2", "trn3" or "inf2"
}

// Consequence is the effect of a CUDA-side API where there is no CUDA.
type Consequence string

// The consequences.
const (
	Raises      Consequence = "raises"   // an exception
	ReturnsNone Consequence = "none"     // None or an empty result
	False       Consequence = "false"    // False
	Zero        Consequence = "zero"     // 0
	NoOp        Consequence = "no-op"    // nothing happens
	Host        Consequence = "host"     // the work is done on the host CPU
	Harmless    Consequence = "harmless" // behaves the same
	UnknownWhat Consequence = "unknown"  // nobody has looked
)

// API is one CUDA-side name (torch.cuda.synchronize, torch.backends.cudnn.benchmark).
type API struct {
	Name        string // canonical name
	Kind        string // function, method, class, module, attribute
	Category    string // category slug of a finding about it
	Consequence Consequence
	Reason      string // short clause, completes "NAME …": "raises without CUDA"
	Ref         Ref
}

// Action is how a replacement is carried out.
type Action string

// The actions.
const (
	ActionRename  Action = "rename"  // the callee is renamed, arguments stay
	ActionRewrite Action = "rewrite" // a rule writes something else; Text names it in words or code
	ActionRemove  Action = "remove"  // a lone statement is deleted
	ActionKeep    Action = "keep"    // leave it
	ActionManual  Action = "manual"  // a person must do it; Text is the advice
	ActionNone    Action = "none"    // no counterpart
)

// Replacement is the code to write instead of an API under one rewrite.
type Replacement struct {
	API     string
	Rewrite Rewrite
	Action  Action
	Text    string // for rename: the new dotted name, "torch.accelerator.synchronize"
	Safety  string // none, display, unsafe, safe
	Note    string // one sentence of advice
	Ref     Ref
}

// Library is a Python package made for CUDA, or of interest on Neuron.
type Library struct {
	Import     string // top-level or dotted import name, "flash_attn", "numba.cuda"
	Package    string // distribution name
	Status     string // no-equivalent, neuron-equivalent, limited, unsupported, supported-with-plugin, supported, unknown
	CUDAOnly   bool   // importing or using it needs CUDA
	Equivalent string // the counterpart on Neuron, "" if none is known
	Note       string
	Ref        Ref
}

// EnvVar is an environment variable of CUDA, NCCL or NVIDIA's tools.
type EnvVar struct {
	Name    string // exact, or a prefix ending in "*"
	Effect  string // its effect on Neuron: "ignored", "used", …
	Instead string // Neuron variable or advice
	Action  Action
	Safety  string
	Ref     Ref
}

// Returns describes the result of a call or attribute; see data/returns.tsv.
type Returns struct {
	Kind    string // tensor, tensors(n), self, scalar, bool, size, device, …; "a|b" if it depends
	InPlace bool
}

// DeviceParam is a parameter of a framework API that takes a device.
type DeviceParam struct {
	Position int    // 0-based among the positional arguments (without self), -1 if keyword only
	Name     string // keyword
	Role     string // the kind of value it takes: device, type, map, ordinal, map-dict
}
