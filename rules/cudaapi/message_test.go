package cudaapi

import (
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
)

func TestSeverityFollowsFromTheConsequence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		want analyzer.Severity
	}{
		{"torch.cuda.synchronize", analyzer.Error},
		{"torch.cuda.memory_allocated", analyzer.Warning},
		{"torch.cuda.memory_stats", analyzer.Warning},
		{"torch.cuda.is_available", analyzer.Warning},
		{"torch.cuda.empty_cache", analyzer.Info},
		{"torch.cuda.manual_seed_all", analyzer.Warning},
		{"torch.cuda.OutOfMemoryError", analyzer.Info},
		{"torch.Tensor.pin_memory", analyzer.Warning},
	} {
		api, ok := opsdb.New().API(c.name)
		if !ok {
			t.Fatalf("%s is not in the table", c.name)
		}
		if got := severity(api); got != c.want {
			t.Errorf("severity of %s (%s) is %s, want %s", c.name, api.Consequence, got, c.want)
		}
	}
}

func TestUnknownConsequencesAreSaidWithMay(t *testing.T) {
	t.Parallel()
	api := opsdb.API{Name: "torch.x", Consequence: opsdb.UnknownWhat, Reason: "is made for CUDA streams"}
	if got, want := message(api), "`torch.x` may not work on Neuron: it is made for CUDA streams"; got != want {
		t.Errorf("message is %q, want %q", got, want)
	}
}

func TestMethodsAreHelpedAsTheirClass(t *testing.T) {
	t.Parallel()
	db := opsdb.New()
	p := &analyzer.Pass{DB: db, Target: opsdb.Target{SDK: "2.26", Rewrite: opsdb.RewriteNeuron}}
	event, _ := db.API("torch.cuda.Event.record")
	if got := helpWithout(p, event); !strings.HasPrefix(got, "use `torch.Event()`") {
		t.Errorf("help for %s is %q", event.Name, got)
	}
	graph, _ := db.API("torch.cuda.CUDAGraph.replay")
	if got := helpWithout(p, graph); graph.Name == "" || !strings.Contains(got, "no counterpart") {
		t.Errorf("help for %s is %q", graph.Name, got)
	}
}
