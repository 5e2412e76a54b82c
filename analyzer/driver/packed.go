package driver

import (
	"bytes"

	"github.com/neuronlint/neuronlint/analyzer/cache"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// minPacked is from how many files on the results wait for linking as bytes.
const minPacked = 200

// packed is the result of a file, in bytes: these take a fraction of the memory, and most
// of a run over a large tree is over before anybody asks for it.
type packed struct{ findings, summary []byte }

// pack encodes the data that other files or the report may ask for.
func (r *fileResult) pack() {
	if len(r.findings) > 0 {
		r.packed.findings = bytes.Clone(cache.Encode(storeFindings(r.findings)))
		r.findings = nil
	}
	if r.summary != nil {
		r.packed.summary = bytes.Clone(cache.Encode(*r.summary))
		r.summary = nil
	}
}

// unpackSummary returns a packed summary once and drops the packed form: the summary is
// garbage when the caller is done.
func (r *fileResult) unpackSummary(texts *cache.Texts) *semantic.Summary {
	if r.packed.summary == nil {
		return r.summary
	}
	var s semantic.Summary
	unpack(r.packed.summary, &s, texts)
	r.packed.summary = nil
	return &s
}

// unpackFindings decodes the findings if they were packed.
func (r *fileResult) unpackFindings(texts *cache.Texts) {
	if r.packed.findings == nil {
		return
	}
	var stored []storedFinding
	unpack(r.packed.findings, &stored, texts)
	r.packed.findings = nil
	r.findings = restoreFindings(stored)
}

// unpack decodes data that this run has encoded.
func unpack(data []byte, v any, texts *cache.Texts) {
	if err := texts.Decode(data, v); err != nil {
		panic(err) // nothing else has touched it
	}
}
