package driver

import (
	"crypto/sha256"
	"reflect"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/cache"
	"github.com/neuronlint/neuronlint/opsdb"
)

// keyOf is the options of a run by name, in bytes, except those that some lists name. An
// option is in every key unless a list gives a reason against it, so whoever adds an
// option need not think of the cache.
func keyOf(o *Options, without ...map[string]string) map[string][]byte {
	return fieldsOf(reflect.ValueOf(*o), "", without)
}

// fieldsOf are the fields of a value, each under its name behind a prefix.
func fieldsOf(v reflect.Value, prefix string, without []map[string]string) map[string][]byte {
	key := make(map[string][]byte)
	for i := range v.NumField() {
		name := prefix + v.Type().Field(i).Name
		if slices.ContainsFunc(without, func(list map[string]string) bool { return list[name] != "" }) {
			continue
		}
		switch field := v.Field(i).Interface().(type) {
		case *Cache:
			key[name] = cache.Encode(fieldsOf(reflect.ValueOf(*field), name+".", without))
		case *opsdb.DB:
			key[name] = cache.Encode(field.Identity())
		case []*analyzer.Rule:
			key[name] = cache.Encode(codesOf(field))
		default:
			key[name] = cache.Encode(field)
		}
	}
	return key
}

// codesOf are the codes of rules. The code alone will do, since the version of the
// program is in every key too.
func codesOf(rules []*analyzer.Rule) []string {
	codes := make([]string, len(rules))
	for i, rule := range rules {
		codes[i] = rule.Code
	}
	return codes
}

// ofNothing are the options that do not affect any kept result, with reasons.
func ofNothing() map[string]string {
	return map[string]string{
		"Dir":      "the working directory is a part of the key of its own",
		"Stdin":    "a run that reads it has no cache",
		"Texts":    "they are hashed like the files that they replace",
		"Scope":    "a run that has one keeps what files come to, before it is asked what is new",
		"Baseline": "likewise",
		"Jobs":     "the number of workers makes no difference",
		"Defect":   "it is told of panics, and what a file comes to that had one is not kept",
		"Report":   "it is told of the result, and decides nothing",
		"Progress": "it is told of files that are done, and decides nothing",
		"Hasty":    "a result that is older than what it rests on is not kept",

		"Cache.Dir":   "where results lie makes no difference",
		"Cache.Whole": "nor does how they are written",
		"Cache.Keep":  "nor do results that are at hand",
	}
}

// ofRuns are the options that matter only to the result of a run as a whole, with
// reasons: the result of a file by itself does not depend on them.
func ofRuns() map[string]string {
	const files, report = "it decides which files are judged", "it decides what is reported of what files come to"
	return map[string]string{
		"Paths": files + "; that one is absolute, by which files are reported otherwise, is a part of the key of its own",
		"Root":  files, "Exclude": files, "ForceExclude": files, "NoGitignore": files,
		"Select": report, "Ignore": report, "PerFileIgnores": report, "MinConfidence": report, "Unsafe": report,
	}
}

// kind distinguishes runs of one tree that give different results for files.
type kind struct {
	Options map[string][]byte
	WD      string
	Far     bool // see disk
	Scan    bool
}

func (s *session) kind(scan bool) kind {
	without := ofRuns()
	if scan {
		delete(without, "MinConfidence") // by which calls are left out
	}
	return kind{
		Options: keyOf(&s.opts, ofNothing(), without),
		WD:      s.wd, Far: s.place.far, Scan: scan,
	}
}

// judgedFile is a file as a run has found it.
type judgedFile struct {
	Path, Name string // see fileResult
	Named      bool
}

// found takes in the list of the files that the run judges, before any of them
// is.
func (m *memory) found(files []*fileResult) {
	if m == nil {
		return
	}
	list := make([]judgedFile, len(files))
	for i, f := range files {
		list[i] = judgedFile{f.path, f.name, f.named}
	}
	m.list = sha256.Sum256(cache.Encode(list))
}

// runKey distinguishes runs of one kind by the options that change their result as a
// whole. It holds the list of all files that the run judges: anything that leaves a file
// out or brings one in, excludes and ignores of any kind among them, makes another run of
// it.
func (m *memory) runKey(fix bool) string {
	return runSection + nameOf(struct {
		Options    map[string][]byte
		Judged     hash
		Whole, Fix bool
	}{keyOf(&m.s.opts, ofNothing()), m.list, m.s.whole(), fix})
}
