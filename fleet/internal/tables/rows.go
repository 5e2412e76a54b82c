package tables

import "time"

// Version is that of the tables. It grows when a reader would misread them; new columns
// and new tables do not change it.
const Version = 1

// Repository is a row of the table repositories: one for each unit, judged or not.
type Repository struct {
	Unit           string  `parquet:"unit" doc:"identifies the location and the revision; the key of all tables"`
	Repository     string  `parquet:"repository" doc:"its name in the manifest, or its location"`
	Location       string  `parquet:"location" doc:"path or URL, without secrets"`
	Revision       string  `parquet:"revision" doc:"as the manifest has it; empty for the default branch"`
	Commit         string  `parquet:"commit" doc:"the commit that was judged; empty if none was found"`
	Team           string  `parquet:"team,dict" doc:"as the manifest has it"`
	Verdict        string  `parquet:"verdict,dict" doc:"ready, mechanical, work or blocked; empty if it was not judged"`
	Reason         string  `parquet:"reason" doc:"the weightiest reason of the verdict"`
	Failure        string  `parquet:"failure,dict" doc:"the reason why it was not judged; empty if it was"`
	SDK            string  `parquet:"sdk,dict" doc:"release of the Neuron SDK that it was judged for"`
	Rewrite        string  `parquet:"rewrite,dict" doc:"what fixes write: neuron, portable or xla"`
	Stack          string  `parquet:"stack,dict" doc:"native or xla"`
	Target         string  `parquet:"target,dict" doc:"trn1, trn2, trn3 or inf2"`
	Files          int64   `parquet:"files" doc:"of Python, tests among them"`
	Lines          int64   `parquet:"lines" doc:"of these"`
	TestFiles      int64   `parquet:"test_files" doc:"files for tests"`
	CUDASources    int64   `parquet:"cuda_sources" doc:"sources in CUDA"`
	Programs       int64   `parquet:"programs" doc:"entry points, tests aside, that use a framework"`
	Blocked        int64   `parquet:"programs_blocked" doc:"those of them that are blocked"`
	Safe           int64   `parquet:"safe" doc:"findings that a safe fix ends, outside of tests"`
	Unsafe         int64   `parquet:"unsafe" doc:"findings that a fix ends which needs a reader"`
	Hand           int64   `parquet:"hand" doc:"findings that are ended by hand"`
	Speed          int64   `parquet:"speed" doc:"findings about speed alone: nothing has to change"`
	Notes          int64   `parquet:"notes" doc:"findings that are worth knowing"`
	TestFindings   int64   `parquet:"test_findings" doc:"findings in tests that have to end"`
	EffortLow      float64 `parquet:"effort_low" doc:"hours of one engineer, at least, for the code without its tests"`
	EffortHigh     float64 `parquet:"effort_high" doc:"hours at most"`
	TestEffortLow  float64 `parquet:"test_effort_low" doc:"hours at least for the tests"`
	TestEffortHigh float64 `parquet:"test_effort_high" doc:"hours at most"`
	Unrated        int64   `parquet:"unrated" doc:"findings without a class of effort, which are in no sum"`
}

// EntryPoint is a row of the table entry_points: where a program begins.
type EntryPoint struct {
	Unit       string   `parquet:"unit,dict" doc:"key of repositories"`
	Repository string   `parquet:"repository,dict" doc:"its name"`
	Name       string   `parquet:"name" doc:"of the program"`
	Kind       string   `parquet:"kind,dict" doc:"script, command, notebook, library, tests, build and deployment, files"`
	Found      string   `parquet:"found,dict" doc:"how it is known to be a program"`
	Verdict    string   `parquet:"verdict,dict" doc:"the worst of the files that it reaches"`
	Reason     string   `parquet:"reason" doc:"the weightiest reason"`
	Uses       []string `parquet:"uses,list" doc:"frameworks and libraries that it reaches"`
	Causes     []string `parquet:"causes,list" doc:"causes that are left after safe fixes; keys of causes, with the unit"`
	Files      int64    `parquet:"files" doc:"that it reaches"`
	Lines      int64    `parquet:"lines" doc:"of these"`
	Safe       int64    `parquet:"safe" doc:"findings by the way in which they end, as in repositories"`
	Unsafe     int64    `parquet:"unsafe" doc:""`
	Hand       int64    `parquet:"hand" doc:""`
	Speed      int64    `parquet:"speed" doc:""`
	Notes      int64    `parquet:"notes" doc:""`
}

// Cause is a row of the table causes: one reason for findings of a repository.
type Cause struct {
	Unit        string  `parquet:"unit,dict" doc:"key of repositories"`
	Repository  string  `parquet:"repository,dict" doc:"its name"`
	Cause       string  `parquet:"cause,dict" doc:"rule and subject: the same in all repositories"`
	Rule        string  `parquet:"rule,dict" doc:"its code"`
	Name        string  `parquet:"name,dict" doc:"of the rule"`
	Subject     string  `parquet:"subject,dict" doc:"the API, library or instance that it is about; empty for rules about one thing"`
	Title       string  `parquet:"title,dict" doc:"in words"`
	Severity    string  `parquet:"severity,dict" doc:"the worst of its findings"`
	Verdict     string  `parquet:"verdict,dict" doc:"of a program that has it"`
	Bypassed    bool    `parquet:"bypassed" doc:"the code takes another way where CUDA is missing"`
	Safe        int64   `parquet:"safe" doc:"findings outside of tests by the way in which they end"`
	Unsafe      int64   `parquet:"unsafe" doc:""`
	Hand        int64   `parquet:"hand" doc:""`
	Speed       int64   `parquet:"speed" doc:"findings outside of tests about speed alone"`
	Tests       int64   `parquet:"tests" doc:"findings in tests that have to end"`
	Files       int64   `parquet:"files" doc:"that have it"`
	EntryPoints int64   `parquet:"entry_points" doc:"programs that reach it"`
	Replacement string  `parquet:"replacement,dict" doc:"the way out"`
	Class       string  `parquet:"class,dict" doc:"of the effort: minutes, hours, days, weeks; empty if it has none"`
	EffortLow   float64 `parquet:"effort_low" doc:"hours at least, outside of tests"`
	EffortHigh  float64 `parquet:"effort_high" doc:"hours at most"`
}

// Finding is a row of the table findings.
type Finding struct {
	Unit       string `parquet:"unit,dict" doc:"key of repositories"`
	Repository string `parquet:"repository,dict" doc:"its name"`
	Path       string `parquet:"path,dict" doc:"of the file, from the root of the repository"`
	Line       int64  `parquet:"line" doc:"in the file, from 1"`
	Rule       string `parquet:"rule,dict" doc:"its code"`
	Cause      string `parquet:"cause,dict" doc:"key of causes, with the unit; empty for a note"`
	Category   string `parquet:"category,dict" doc:"of the rule"`
	Severity   string `parquet:"severity,dict" doc:"info, warning or error"`
	Confidence string `parquet:"confidence,dict" doc:"likely or certain"`
	Verdict    string `parquet:"verdict,dict" doc:"of a program that has it"`
	Ends       string `parquet:"ends,dict" doc:"safe or unsafe for a fix, hand, or speed if nothing has to change but it is slow; empty for a note"`
	Test       bool   `parquet:"test" doc:"is in a file for tests"`
	Message    string `parquet:"message,dict" doc:"the problem in a sentence"`
}

// Operator is a row of the table operators: something that code uses. One name may have
// rows of several kinds and verdicts, which are not to be added up.
type Operator struct {
	Unit       string `parquet:"unit,dict" doc:"key of repositories"`
	Repository string `parquet:"repository,dict" doc:"its name"`
	Kind       string `parquet:"kind,dict" doc:"call (of any operator of a framework), operator (one that the stack restricts, where findings are about it), kernel (of GPUs) or distributed (a module for several devices)"`
	Name       string `parquet:"name,dict" doc:"as it is documented"`
	Verdict    string `parquet:"verdict,dict" doc:"of a call its status: supported, limited, fallback, unsupported, cuda-only, no-operator or unknown; of an operator or a kernel the rule about it; imported for a module"`
	Places     int64  `parquet:"places" doc:"calls; of an operator or a kernel the findings; for a module the files that import it"`
}

// Library is a row of the table libraries: a framework, or a library that the database knows.
type Library struct {
	Unit       string `parquet:"unit,dict" doc:"key of repositories"`
	Repository string `parquet:"repository,dict" doc:"its name"`
	Kind       string `parquet:"kind,dict" doc:"framework or library"`
	Name       string `parquet:"name,dict" doc:"as it is imported"`
	Pin        string `parquet:"pin,dict" doc:"versions of a framework that the project accepts; empty if any"`
	Status     string `parquet:"status,dict" doc:"of a library on Neuron"`
	Equivalent string `parquet:"equivalent,dict" doc:"what takes its place on Neuron"`
	Evidence   string `parquet:"evidence,dict" doc:"the kind of source of the status"`
	Files      int64  `parquet:"files" doc:"that import it"`
}

// Model is a row of the table models: one that code names as on the Hugging Face Hub.
type Model struct {
	Unit       string   `parquet:"unit,dict" doc:"key of repositories"`
	Repository string   `parquet:"repository,dict" doc:"its name"`
	Name       string   `parquet:"name,dict" doc:"as code has it"`
	Type       string   `parquet:"type,dict" doc:"its architecture, read off the name"`
	Files      int64    `parquet:"files" doc:"that name it"`
	Support    []string `parquet:"support,list" doc:"library, mode and status for each library of Neuron that says something of the architecture"`
}

// Failure is a row of the table failures: a repository, or a part of one, that was not judged.
type Failure struct {
	Unit       string `parquet:"unit" doc:"key of repositories; lines of the manifest that are no repository have one of their own"`
	Repository string `parquet:"repository" doc:"its name, as far as it is known"`
	Location   string `parquet:"location" doc:"path or URL, without secrets"`
	Team       string `parquet:"team,dict" doc:"as the manifest has it"`
	Line       int64  `parquet:"manifest_line" doc:"of the manifest"`
	Scope      string `parquet:"scope,dict" doc:"repository (nothing was judged) or part (the rest was)"`
	Reason     string `parquet:"reason,dict" doc:"one of the reasons below"`
	Count      int64  `parquet:"count" doc:"files that it concerns; 1 for a repository"`
	Detail     string `parquet:"detail" doc:"the message of a program, or the first file"`
}

// Measurement is a row of the table measurements: what the work on a repository took. It is
// the only table, with runs, that differs between two runs over the same commits.
type Measurement struct {
	Unit         string  `parquet:"unit" doc:"key of repositories"`
	Repository   string  `parquet:"repository" doc:"its name"`
	FetchSeconds float64 `parquet:"fetch_seconds" doc:"asking the server and cloning"`
	WriteSeconds float64 `parquet:"write_seconds" doc:"listing and writing the files of the commit"`
	ScanSeconds  float64 `parquet:"scan_seconds" doc:"neuronlint, by the clock"`
	CPUSeconds   float64 `parquet:"cpu_seconds" doc:"neuronlint, of processors"`
	PeakBytes    int64   `parquet:"peak_bytes" doc:"the most memory that neuronlint held"`
	Files        int64   `parquet:"files" doc:"of the commit, of any kind"`
	Bytes        int64   `parquet:"bytes" doc:"of these"`
	Cached       bool    `parquet:"cached" doc:"the assessment is of an earlier run"`
}

// Run is a row of the table runs: one for each shard.
type Run struct {
	Schema       int64     `parquet:"schema_version" doc:"of the tables"`
	Shard        string    `parquet:"shard" doc:"I/N"`
	Version      string    `parquet:"version" doc:"of neuronlint"`
	Database     string    `parquet:"database" doc:"its version"`
	Settings     string    `parquet:"settings" doc:"fingerprint of the program, the database and the settings"`
	Ended        time.Time `parquet:"ended,timestamp(millisecond)" doc:"when the tables were written, UTC"`
	Repositories int64     `parquet:"repositories" doc:"units of the shard"`
	Judged       int64     `parquet:"judged" doc:"those of them that have a verdict"`
}
