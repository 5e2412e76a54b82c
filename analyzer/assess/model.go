package assess

// SchemaVersion changes when a reader of the document would misread it.
const SchemaVersion = 1

// Assessment is the answer to three questions about a project: can it move to Neuron,
// what does that take, and what comes first. It is plain data: writers print it, and a
// later run reads it back to compare.
type Assessment struct {
	SchemaVersion int        `json:"schema_version"`
	Tool          Tool       `json:"tool"`
	Project       Project    `json:"project"`
	Profile       Profile    `json:"profile"`
	Verdict       Verdict    `json:"verdict"`
	Reasons       []Reason   `json:"reasons"` // of the verdict, the weightiest first
	Entries       []Entry    `json:"entries"` // the worst first
	Causes        []Cause    `json:"causes"`  // those that hold up most first
	Machine       Machine    `json:"machine"`
	Effort        Effort     `json:"effort"`
	Inventory     Inventory  `json:"inventory"`
	Instances     []Instance `json:"instances"`
	Money         *Money     `json:"money,omitempty"` // by the prices that the user gives
	Plan          []Phase    `json:"plan"`
	Unseen        []string   `json:"unseen"`          // parts that the verdict says nothing about
	Drift         *Drift     `json:"drift,omitempty"` // since an earlier assessment
	// Findings are all findings by path and position, if they were asked for.
	Findings []Finding `json:"findings,omitempty"`
}

// Tool names the program and its data.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	OpsDB   string `json:"opsdb"`
}

// Project is the tree that was read.
type Project struct {
	Name   string `json:"name"`
	Commit string `json:"commit"` // empty if it is not known
	Files  int    `json:"files"`  // of Python, tests among them
	Lines  int    `json:"lines"`
	Tests  int    `json:"tests"`        // files for tests
	CUDA   int    `json:"cuda_sources"` // number of sources in CUDA
	// CUDAFirst is the first of these by path.
	CUDAFirst  string      `json:"cuda_first"`
	Extensions []Extension `json:"extensions"` // the folders of these, by path
}

// Extension is a folder of sources in CUDA with the Python that builds or loads them.
type Extension struct {
	Folder   string   `json:"folder"`
	Sources  int      `json:"sources"`
	Kernels  []string `json:"kernels"`  // by name, as far as they are declared there
	Loaders  []string `json:"loaders"`  // files of Python with findings about extensions, nearest to the folder
	Programs int      `json:"programs"` // that reach one of these
}

// Profile is the machine and the software that the project was judged for, and what
// speaks for others.
type Profile struct {
	SDK     string `json:"sdk"`
	Rewrite string `json:"rewrite"`
	Stack   string `json:"stack"`
	Target  string `json:"target"`
	Signs   []Sign `json:"signs"`
	Advice  string `json:"advice"`
}

// Sign is a place that says for which software or machine the project is made.
type Sign struct {
	Path  string `json:"path"`
	Line  int    `json:"line"`
	Text  string `json:"text"`  // as it is written there
	Means string `json:"means"` // for the profile
}

// Verdict says how far a program is from running on Neuron.
type Verdict string

// The verdicts, from the best to the worst.
const (
	Ready      Verdict = "ready"      // nothing is left but safe fixes
	Mechanical Verdict = "mechanical" // fixes do the rest, and a reader reviews them
	Work       Verdict = "work"       // something has to be rewritten by hand
	Blocked    Verdict = "blocked"    // something has no counterpart on Neuron
)

// Verdicts are all verdicts, from the best to the worst.
func Verdicts() []Verdict { return []Verdict{Ready, Mechanical, Work, Blocked} }

// Reason is a fact that decides a verdict.
type Reason struct {
	Cause string `json:"cause"` // its ID
	Text  string `json:"text"`
}

// Entry is a place where a program begins.
type Entry struct {
	Name    string   `json:"name"`
	Kind    Kind     `json:"kind"`
	Found   string   `json:"found"` // how it is known to be one
	Verdict Verdict  `json:"verdict"`
	Reasons []Reason `json:"reasons"`
	Uses    []string `json:"uses"`  // frameworks and libraries for them that it reaches
	Files   int      `json:"files"` // that it reaches
	Lines   int      `json:"lines"` // of these
	Counts  Counts   `json:"counts"`
	Causes  []string `json:"causes"` // IDs of those that are left after safe fixes

	// File is the file that a program begins with, by its path; empty for what is no program.
	File string `json:"-"`
}

// Kind is the kind of an entry point.
type Kind string

// The kinds.
const (
	Script   Kind = "script"
	Command  Kind = "command" // made by installing the project
	Notebook Kind = "notebook"
	Library  Kind = "library" // that others import
	Suite    Kind = "tests"
	Build    Kind = "build and deployment"
	Tree     Kind = "files" // of a project without any of the above
)

// Counts are findings by the way in which they end.
type Counts struct {
	Safe   int `json:"safe"`   // by a safe fix
	Unsafe int `json:"unsafe"` // by a fix that needs a reader
	Hand   int `json:"hand"`   // by hand
	Speed  int `json:"speed"`  // makes the program slower, or its measurements wrong; nothing has to change
	Notes  int `json:"notes"`  // worth knowing; nothing has to change
}

// Total is the number of findings that have to end.
func (c Counts) Total() int { return c.Safe + c.Unsafe + c.Hand }

// Cause is one reason for findings: a rule and the thing that it is about.
type Cause struct {
	ID          string   `json:"id"`
	Rule        string   `json:"rule"`
	Name        string   `json:"name"`    // of the rule
	Subject     string   `json:"subject"` // an API, a library; empty for a rule that is about one thing
	Title       string   `json:"title"`
	Severity    string   `json:"severity"` // the worst
	Verdict     Verdict  `json:"verdict"`  // of a program that has it
	Bypassed    bool     `json:"bypassed"` // the code takes another way without CUDA
	Counts      Counts   `json:"counts"`   // outside of tests
	Tests       Counts   `json:"tests"`
	Files       int      `json:"files"`
	Lines       int      `json:"lines"`   // of these files
	Entries     int      `json:"entries"` // programs that reach it, tests aside
	Places      []Place  `json:"places"`  // the first
	Replacement string   `json:"replacement"`
	Evidence    []string `json:"evidence"` // kinds of ground that the findings rest on
	Effort      Range    `json:"effort"`   // outside of tests
	Class       string   `json:"class"`    // of the effort by hand or, if there is none, by fixes
}

// Place is a line of a file.
type Place struct {
	Path string `json:"path"`
	Line int    `json:"line"`
}

// Machine is how much a machine can do, for findings that have to end.
type Machine struct {
	Code  Counts `json:"code"`
	Tests Counts `json:"tests"`
}

// Range is work in hours of one engineer.
type Range struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Effort is the work that the whole takes.
type Effort struct {
	Code    Range  `json:"code"`
	Tests   Range  `json:"tests"`
	Unrated int    `json:"unrated"` // findings without a class, which are not in the sums
	Basis   string `json:"basis"`
}

// Inventory lists the parts of the project that matter for Neuron.
type Inventory struct {
	Frameworks  []Framework `json:"frameworks"`
	Libraries   []Package   `json:"libraries"` // those of which the database knows something
	Operators   []Operator  `json:"operators"` // those that the stack restricts
	Kernels     []Operator  `json:"kernels"`   // by rule
	Distributed []Operator  `json:"distributed"`
	Models      []Model     `json:"models"` // those of a kind that the database knows

	// Calls are all operators that code calls, by name and status, if they were asked for.
	Calls []Operator `json:"calls,omitempty"`
}

// Framework is a framework that the project asks for, with its version.
type Framework struct {
	Name  string `json:"name"`
	Pin   string `json:"pin"` // as written; empty if any will do
	Path  string `json:"path"`
	Line  int    `json:"line"`
	Files int    `json:"files"` // that import it
}

// Package is a library that files import.
type Package struct {
	Name       string `json:"name"`
	Status     string `json:"status"` // on Neuron
	Equivalent string `json:"equivalent"`
	Files      int    `json:"files"`
	Evidence   string `json:"evidence"`
}

// Model is a model that code names as on the Hugging Face Hub.
type Model struct {
	Name    string    `json:"name"`
	Type    string    `json:"type"`  // its architecture, read off the name
	Files   int       `json:"files"` // that name it
	Support []Support `json:"support"`
}

// Support is what a library for Neuron says of a kind of model.
type Support struct {
	Library string `json:"library"`
	Mode    string `json:"mode"` // inference, training or export
	Status  string `json:"status"`
	Source  string `json:"source"`
}

// Operator is something that code uses, with the number of places.
type Operator struct {
	Name    string `json:"name"`
	Verdict string `json:"verdict"`
	Places  int    `json:"places"`
}

// Instance is a machine with GPUs that the project asks for.
type Instance struct {
	Name       string      `json:"name"`
	Paths      []Place     `json:"places"`
	GPUs       int         `json:"gpus"`       // 0 if not known
	MemoryGiB  int         `json:"memory_gib"` // of all its GPUs; 0 if not known
	Candidates []Candidate `json:"candidates"`
}

// Candidate is a machine with NeuronCores that has as much memory for its accelerators.
type Candidate struct {
	Target    string `json:"target"`
	Name      string `json:"name"`
	Chips     int    `json:"chips"`
	Cores     int    `json:"cores"`
	MemoryGiB int    `json:"memory_gib"`
	Source    string `json:"source"`
}

// Phase is a part of the plan with its steps.
type Phase struct {
	Name  string   `json:"name"`
	Steps []string `json:"steps"`
}
