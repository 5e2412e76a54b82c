// Package outcome has the words for what became of a repository, and the record in which
// a run keeps it.
package outcome

import "encoding/json"

// Reason says why a repository, or a part of it, was not judged. The list is closed: tables
// are grouped by it.
type Reason string

// The reasons that concern a whole repository.
const (
	BrokenLine      Reason = "broken_line"      // of the manifest
	BadLocation     Reason = "bad_location"     // no path, and no URL of a kind that is cloned
	Duplicate       Reason = "duplicate"        // of an earlier line of the manifest
	NotFound        Reason = "not_found"        // there is no repository at the path
	CloneFailed     Reason = "clone_failed"     // the server did not give the commit
	RevisionUnknown Reason = "revision_unknown" // the repository has no such revision
	NoCommits       Reason = "no_commits"       // nothing was ever committed
	Empty           Reason = "empty"            // the commit has no files
	NoPython        Reason = "no_python"        // nor a Python file that is read
	ObjectsMissing  Reason = "objects_missing"  // the repository is broken, or a partial clone
	TooManyFiles    Reason = "too_many_files"   // more than --max-files
	TooLarge        Reason = "too_large"        // more than --max-size
	Timeout         Reason = "timeout"          // longer than --timeout
	OutOfMemory     Reason = "out_of_memory"    // more than --max-memory
	OutputTooLarge  Reason = "output_too_large" // an assessment larger than can be kept
	DiskFull        Reason = "disk_full"        // no room for the files
	Crashed         Reason = "crashed"          // neuronlint ended in an unknown way
	BadAssessment   Reason = "bad_assessment"   // what it wrote is no assessment
)

// The reasons that concern a part of a repository: the rest of it was judged.
const (
	FileTooLarge Reason = "file_too_large" // larger than --max-file-size
	Submodule    Reason = "submodule"      // its files are another repository's
	LFSPointer   Reason = "lfs_pointer"    // the content lies on another server
	FileMissing  Reason = "file_missing"   // the repository is a partial clone
	OddName      Reason = "odd_name"       // a name that this machine cannot write
)

// Reasons are all of them with their meanings, in the order of the documentation.
func Reasons() []Meaning {
	return []Meaning{
		{BrokenLine, Whole, "the line of the manifest cannot be read"},
		{BadLocation, Whole, "the location is neither a path nor a URL of a kind that is cloned (https, http, ssh, git)"},
		{Duplicate, Whole, "an earlier line of the manifest names the same revision of the same repository"},
		{NotFound, Whole, "there is no git repository at the path"},
		{CloneFailed, Whole, "the server did not give the commit"},
		{RevisionUnknown, Whole, "the repository has no such revision"},
		{NoCommits, Whole, "nothing was ever committed"},
		{Empty, Whole, "the commit has no files"},
		{NoPython, Whole, "the commit has no Python file that neuronlint reads"},
		{ObjectsMissing, Whole, "git cannot read the commit: the repository is broken"},
		{TooManyFiles, Whole, "the commit has more files than `--max-files`"},
		{TooLarge, Whole, "the files are larger together than `--max-size`, or the clone is"},
		{Timeout, Whole, "cloning or assessing took longer than `--timeout`"},
		{OutOfMemory, Whole, "neuronlint needed more memory than `--max-memory`"},
		{OutputTooLarge, Whole, "the assessment is larger than `--max-output`"},
		{DiskFull, Whole, "there was no room for the files"},
		{Crashed, Whole, "neuronlint ended in a way that says nothing of the repository"},
		{BadAssessment, Whole, "what neuronlint wrote is no assessment of a known version"},
		{FileTooLarge, Part, "files larger than `--max-file-size` were not read"},
		{Submodule, Part, "submodules were not read: list their repositories instead"},
		{LFSPointer, Part, "files whose content is kept by Git LFS were not read"},
		{FileMissing, Part, "files were not read whose content is not in the repository: it is a partial clone"},
		{OddName, Part, "files were not read whose names cannot be written on this machine"},
	}
}

// Scope is how much of a repository a failure concerns.
type Scope string

// The scopes.
const (
	Whole Scope = "repository" // nothing of it was judged
	Part  Scope = "part"       // the rest was judged
)

// Meaning is a reason with its explanation.
type Meaning struct {
	Reason Reason
	Scope  Scope
	Text   string
}

// Failure is one thing that was not judged, or several alike.
type Failure struct {
	Reason Reason `json:"reason"`
	Scope  Scope  `json:"scope"`
	Count  int    `json:"count"`  // of the files; 1 for a repository
	Detail string `json:"detail"` // the message of a program, or the first file
}

// Version of Record; another one is not read.
const Version = 1

// Record is what is kept of a repository at one commit. Apart from Cost it is the same
// however often it is made.
type Record struct {
	Version    int             `json:"version"`
	Unit       string          `json:"unit"`
	Commit     string          `json:"commit"`
	Failures   []Failure       `json:"failures"`
	Assessment json.RawMessage `json:"assessment,omitempty"` // as neuronlint assess wrote it
	Cost       Cost            `json:"cost"`
}

// Judged reports whether there is an assessment.
func (r *Record) Judged() bool { return len(r.Assessment) > 0 }

// Failed is the failure of the whole repository, if it failed.
func (r *Record) Failed() (Failure, bool) {
	for _, f := range r.Failures {
		if f.Scope == Whole {
			return f, true
		}
	}
	return Failure{}, false
}

// Cost is what the work on a repository took, which differs from run to run.
type Cost struct {
	FetchSeconds float64 `json:"fetch_seconds"` // cloning
	WriteSeconds float64 `json:"write_seconds"` // of the files of the commit
	ScanSeconds  float64 `json:"scan_seconds"`
	CPUSeconds   float64 `json:"cpu_seconds"` // of neuronlint
	PeakBytes    int64   `json:"peak_bytes"`  // of its memory
	Files        int     `json:"files"`       // of the commit, of any kind
	Bytes        int64   `json:"bytes"`       // of these
	Cached       bool    `json:"cached"`      // the assessment is of an earlier run
}
