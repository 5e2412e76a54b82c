package assess

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
)

// gpuMemory reads the number of GPUs and their memory in the text of a row.
var gpuMemory = regexp.MustCompile(`(\d+) NVIDIA GPUs? of (\d+) GiB`)

// maxCandidates is how many machines of the target are named for one.
const maxCandidates = 2

// instances are the machines with GPUs that project files ask for, with those of the
// target that have as much memory.
func (b *builder) instances() []Instance {
	byName := make(map[string]*Instance)
	for _, f := range b.findings {
		if f.Category != analyzer.CategoryInstance {
			continue
		}
		name := quoted(f.Message)
		if byName[name] == nil {
			byName[name] = &Instance{Name: name, Paths: []Place{}}
		}
		byName[name].Paths = append(byName[name].Paths, b.place(f.Path, f.Span))
	}
	list := make([]Instance, 0, len(byName))
	for name, i := range byName {
		if fact, ok := b.in.DB.ProjectFact("instance", strings.TrimPrefix(name, "ml.")); ok {
			if m := gpuMemory.FindStringSubmatch(fact.What); m != nil {
				i.GPUs, _ = strconv.Atoi(m[1])
				i.MemoryGiB, _ = strconv.Atoi(m[2])
			}
		}
		i.Candidates = b.candidates(i.MemoryGiB)
		list = append(list, *i)
	}
	slices.SortFunc(list, func(x, y Instance) int { return strings.Compare(x.Name, y.Name) })
	return list
}

// candidates are the smallest machines of the target with as much memory for their
// accelerators, and the smallest of each other target that trains. Where the need is not
// known, they are the smallest of all.
func (b *builder) candidates(memory int) []Candidate {
	list := b.ofTarget(b.in.Target.Instance, memory, maxCandidates)
	for _, target := range []string{"trn1", "trn2", "trn3"} {
		if target != b.in.Target.Instance {
			list = append(list, b.ofTarget(target, memory, 1)...)
		}
	}
	return list
}

func (b *builder) ofTarget(target string, memory, most int) []Candidate {
	list := []Candidate{}
	for _, i := range b.in.DB.Instances(target) {
		if c := b.candidate(&i); i.Kind == "instance" && c.MemoryGiB > 0 && c.MemoryGiB >= memory {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(x, y Candidate) int {
		return cmp.Or(x.MemoryGiB-y.MemoryGiB, strings.Compare(x.Name, y.Name))
	})
	return list[:min(len(list), most)]
}

// candidate is a machine. Where its memory is not known, it is that of its chips.
func (b *builder) candidate(i *opsdb.Instance) Candidate {
	c := Candidate{
		Name: i.Name, Target: i.Target, Chips: i.Chips, Cores: i.Cores, MemoryGiB: i.DeviceMemoryGiB, Source: i.Ref.Source,
	}
	if chip, ok := b.in.DB.Instance(i.Chip); ok && c.MemoryGiB == 0 {
		c.MemoryGiB, c.Cores = i.Chips*chip.DeviceMemoryGiB, i.Chips*chip.Cores
		c.Source += " ; " + chip.Ref.Source
	}
	return c
}
