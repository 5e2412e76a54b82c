package opsdb

import (
	"regexp"
	"strings"
)

// Citation is one place that a fact was read in.
type Citation struct {
	Text    string // as the tables have it
	Address string // that a browser opens; empty for text that names none, as an overlay may
	Note    string // of details that the address does not show, "excerpt"
}

// String is the address with its note, or else the text.
func (c Citation) String() string {
	switch {
	case c.Address == "":
		return c.Text
	case c.Note == "":
		return c.Address
	}
	return c.Address + " (" + c.Note + ")"
}

// Citations are the places that a source names, in its order.
func Citations(source string) []Citation {
	var list []Citation
	for part := range strings.SplitSeq(source, " ; ") {
		if part != "" {
			list = append(list, citation(part))
		}
	}
	return list
}

func citation(text string) Citation {
	if strings.HasPrefix(text, "https://") {
		address, note, _ := strings.Cut(text, " ")
		return Citation{Text: text, Address: address, Note: strings.Trim(note, "()")}
	}
	m := inRepository.FindStringSubmatch(text)
	if m == nil {
		return Citation{Text: text}
	}
	repository, ref, path, line := m[1], m[2], m[3], m[4]
	if !strings.Contains(repository, "/") {
		if repository = repositories()[repository]; repository == "" {
			return Citation{Text: text}
		}
	}
	address, note := inTree(repository, ref, path, line)
	if repository == ownRepository {
		address, _ = inTree(repository, "main", path, line)
		if note = "run by us on " + ref; ref == "main" {
			note = "our judgement"
		}
	}
	if repository == snapshot {
		note = "a pre-release that was never published, mirrored by a third party"
	}
	return Citation{Text: text, Address: address, Note: note}
}

// inRepository is repository@ref, with a path in it and a line of that.
var inRepository = regexp.MustCompile(`^([\w.-]+(?:/[\w.-]+)?)@([\w.-]+)(?::([\w./+-]+)(?::(\d+))?)?$`)

// snapshot is the one repository in the tables that is not that of its project.
const snapshot = "parmoham-aws/test-repo-parmoham"

// ownRepository holds our own measurements. It is cited at the version of the program
// that was run.
const ownRepository = "neuronlint/neuronlint"

// repositories are those that the tables call by a short name.
func repositories() map[string]string {
	return map[string]string{
		"aws-neuron-sdk":                "aws-neuron/aws-neuron-sdk",
		"neuronlint":                    ownRepository,
		"neuronx-distributed-inference": "aws-neuron/neuronx-distributed-inference",
		"optimum-neuron":                "huggingface/optimum-neuron",
		"torch-neuronx-src-mirror":      snapshot,
		"vllm-neuron":                   "vllm-project/vllm-neuron",
	}
}

// inTree is the address of a line in a repository. GitHub shows the lines of
// documents only where it is asked for their text, and stubs that are made when
// PyTorch is built lie in the repository as templates with other lines.
func inTree(repository, ref, path, line string) (address, note string) {
	base := "https://github.com/" + repository
	if path == "" {
		return base + "/tree/" + ref, ""
	}
	if repository == "pytorch/pytorch" && generatedStub(path) {
		return base + "/blob/" + ref + "/" + path + ".in", "made into the stub of the wheel, line " + line
	}
	address = base + "/blob/" + ref + "/" + path
	switch {
	case line == "":
		return address, ""
	case strings.HasSuffix(path, ".rst"), strings.HasSuffix(path, ".md"):
		address += "?plain=1"
	}
	return address + "#L" + line, ""
}

// generatedStub tells the stubs of PyTorch that its build makes of a template.
func generatedStub(path string) bool {
	switch path {
	case "torch/_C/__init__.pyi", "torch/_C/_VariableFunctions.pyi", "torch/_C/_nn.pyi", "torch/nn/functional.pyi":
		return true
	}
	return false
}
