package opsdb

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// on is a target of the xla rewrite.
func on(instance, sdk string) Target {
	return Target{SDK: sdk, Rewrite: RewriteXLA, Instance: instance}
}

func TestModel(t *testing.T) {
	db := New()
	llama := db.Model("llama")
	find := func(library, mode, instance, sdk string) []string {
		var statuses []string
		for _, m := range llama {
			if m.Library == library && m.Mode == mode && m.On(instance, sdk) {
				statuses = append(statuses, m.Status)
			}
		}
		return statuses
	}
	if got := find("NxD Inference", "inference", "trn1", "2.26"); !slices.Contains(got, "production") {
		t.Errorf("llama with NxD Inference on trn1, SDK 2.26: %q", got)
	}
	if got := find("NxD Inference", "inference", "trn1", "2.29"); got != nil {
		t.Errorf("llama with NxD Inference on trn1, SDK 2.29: %q, but 2.28 is the last for Trn1", got)
	}
	if got := find("NxD Inference", "inference", "trn2", "2.29"); !slices.Contains(got, "production") {
		t.Errorf("llama with NxD Inference on trn2, SDK 2.29: %q", got)
	}
	if got := find("NxD Training", "training", "trn1", "2.33"); got != nil {
		t.Errorf("llama with NxD Training, SDK 2.33: %q, but it ended with 2.29", got)
	}
	if got := db.Model("albert"); len(got) != 2 {
		t.Errorf("Model(albert) has %d rows, want that of its exporter and that of ALBERT", len(got))
	}
	for _, name := range []string{"", "no_such_model", "Yolov5"} {
		if got := db.Model(name); got != nil {
			t.Errorf("Model(%q) = %+v, want none", name, got)
		}
	}
}

// TestInf1StaysAlone checks that no fact about Inf1 alone reaches another
// target, and that a fact without hardware is not taken for one about Inf1.
func TestInf1StaysAlone(t *testing.T) {
	db := New()
	inf1 := 0
	for _, m := range db.Models() {
		if slices.Contains(m.Targets, "inf1") {
			inf1++
			if len(m.Targets) != 1 || m.On("trn1", "2.26") || m.On("inf2", "2.26") || !m.On("inf1", "2.26") {
				t.Errorf("%s of %s is for %q", m.Family, m.Library, m.Targets)
			}
		} else if m.On("inf1", "2.26") {
			t.Errorf("%s of %s is about Inf1 without saying so", m.Family, m.Library)
		}
		for _, found := range db.Model(m.Family) {
			if slices.Equal(found.Targets, []string{"inf1"}) {
				t.Errorf("Model(%q) returns a row for Inf1 alone", m.Family)
			}
		}
	}
	if inf1 == 0 {
		t.Error("no row about Inf1: the test shows nothing")
	}
	table, _ := db.dtypes()
	for name := range table {
		for _, instance := range []string{"trn1", "trn2", "trn3", "inf2"} {
			for _, sdk := range []string{"2.26", "2.30", "2.33"} {
				if got, ok := db.DType(name, on(instance, sdk)); ok && slices.Contains(got.Cores, "v1") {
					t.Errorf("DType(%s) on %s rests on a fact about Inf1", name, instance)
				}
			}
		}
	}
	for _, d := range db.Deploy("") {
		if slices.Equal(d.Targets, []string{"inf1"}) {
			t.Errorf("Deploy returns %s, which is for Inf1 alone", d.Neuron)
		}
	}
	for _, l := range db.Limits() {
		if _, ok := l.Applies(on("inf1", "2.27")); ok {
			t.Errorf("%s applies to Inf1, which has another compiler", l.Code)
		}
	}
}

func TestInstances(t *testing.T) {
	db := New()
	trn2, ok := db.Instance("trn2.48xlarge")
	if !ok || trn2.Cores != 128 || trn2.LogicalCores != 64 || trn2.Chips != 16 || trn2.DeviceMemoryGiB != 1536 || trn2.FP32 != 2900 {
		t.Errorf("trn2.48xlarge = %+v, %v", trn2, ok)
	}
	if small, _ := db.Instance("trn2.3xlarge"); small.Ref.Evidence != Inferred || small.Cores != 0 {
		t.Errorf("trn2.3xlarge = %+v, but its cores are documented nowhere", small)
	}
	if _, ok := db.Instance("p4d.24xlarge"); ok {
		t.Error("p4d.24xlarge is no Neuron instance")
	}
	want := []string{"trn1.2xlarge", "trn1.32xlarge", "trn1n.32xlarge"}
	var names []string
	for _, i := range db.Instances("trn1") {
		names = append(names, i.Name)
	}
	if !slices.Equal(names, want) {
		t.Errorf("Instances(trn1) = %q, want %q", names, want)
	}
	if got := db.Instances("g5"); got != nil {
		t.Errorf("Instances(g5) = %v", got)
	}
}

func TestDeploy(t *testing.T) {
	db := New()
	find := func(category, gpu string) (Deployment, bool) {
		for _, d := range db.Deploy(category) {
			if d.GPU == gpu {
				return d, true
			}
		}
		return Deployment{}, false
	}
	if d, ok := find("kubernetes", "aws.amazon.com/neurondevice"); !ok || d.Kind != "rename" ||
		!strings.Contains(d.Condition, "still show") {
		t.Errorf("the old name of the Kubernetes resource: %+v, %v", d, ok)
	}
	if d, ok := find("docker", "docker capabilities"); !ok || !strings.Contains(d.Condition, "none are needed") {
		t.Errorf("capabilities of a container: %+v, %v", d, ok)
	}
	if all := db.Deploy(""); len(all) <= len(db.Deploy("docker")) {
		t.Errorf("Deploy without a category has %d rows", len(all))
	}
	if got := db.Deploy("no such category"); got != nil {
		t.Errorf("Deploy of an unknown category = %v", got)
	}
}

func TestSDK(t *testing.T) {
	db := New()
	tests := []struct {
		version, release, native string
		pytorch                  []string
	}{
		{"2.26", "2.26.0", "none", []string{"2.6.0", "2.7.0", "2.8.0"}},
		{"2.26.1", "2.26.1", "none", []string{"2.6.0", "2.7.0", "2.8.0"}},
		{"2.20.2", "2.20.2", "none", []string{"1.13.1", "2.1.2"}},
		{"2.29", "2.29.0", "closed beta", []string{"2.9.0"}},
		{"2.32", "2.32.0", "closed beta", nil},
		{"2.33", "2.33.0", "public beta", []string{"2.9.0"}},
	}
	for _, test := range tests {
		r, ok := db.SDK(test.version)
		if !ok || r.Version != test.release || r.Native != test.native || !slices.Equal(r.PyTorch(), test.pytorch) {
			t.Errorf("SDK(%s) = %s, %s, PyTorch %q, %v", test.version, r.Version, r.Native, r.PyTorch(), ok)
		}
	}
	for _, version := range []string{"", "2", "2.19", "2.26.9", "3.0"} {
		if r, ok := db.SDK(version); ok {
			t.Errorf("SDK(%q) = %s", version, r.Version)
		}
	}
	for minor := 20; minor <= 33; minor++ {
		if version := fmt.Sprintf("2.%d", minor); !slices.Contains(db.SDKs(), version+".0") {
			t.Errorf("no release of SDK %s", version)
		}
	}
	if patched, _ := db.SDK("2.26.1"); patched.JAX != "0.6.2" || !strings.Contains(patched.Note, "setup page requires 3.10+") {
		t.Errorf("SDK 2.26.1: JAX %q, note %q", patched.JAX, patched.Note)
	}
}

func TestLimit(t *testing.T) {
	db := New()
	tests := []struct {
		code     string
		target   Target
		evidence Evidence
		ok       bool
	}{
		{"NCC_EVRF004", on("trn1", "2.27"), Documented, true},
		{"EVRF004", on("trn1", "2.26"), Inferred, true}, // pages begin with 2.27
		{"NCC_EVRF004", on("trn1", "2.25"), "", false},  // the assumption is about 2.26
		{"NCC_EVRF035", on("trn2", "2.33"), Documented, true},
		{"NCC_EVRF035", on("trn2", "2.26"), "", false}, // documented after 2.27
		{"NCC_EVRF051", on("trn2", "2.32"), Documented, true},
		{"NCC_EVRF051", on("trn3", "2.32"), "", false},
		{"NCC_EVRF052", on("trn3", "2.32"), "", false}, // newer hardware only
		{"NCC_EARG001", on("trn1", "2.33"), Documented, true},
		{"NCC_EARG001", on("trn2", "2.33"), "", false},
		{"NCC_EVRF024", on("trn1", "2.28"), Documented, true},
		{"NCC_EVRF024", on("trn1", "2.33"), "", false}, // the page is gone
		{"auto-cast-matmult", on("trn1", "2.26"), Documented, true},
		{"auto-cast-matmult", on("trn1", "2.27"), "", false},
		{"int64-truncated", on("trn2", "2.26"), Documented, true},
	}
	for _, test := range tests {
		l, found := db.Limit(test.code)
		if evidence, ok := l.Applies(test.target); !found || ok != test.ok || evidence != test.evidence {
			t.Errorf("%s on %v: %q, %v; want %q, %v", test.code, test.target, evidence, ok, test.evidence, test.ok)
		}
	}
	for _, code := range []string{"", "NCC_", "NCC_EXXX999"} {
		if l, ok := db.Limit(code); ok {
			t.Errorf("Limit(%q) = %+v", code, l)
		}
	}
	for _, code := range []string{"NCC_EVRF004", "NCC_ESPP047", "NCC_EVRF051", "NCC_EVRF063", "sort"} {
		if l, _ := db.Limit(code); l.Note == "" {
			t.Errorf("%s: sources contradict each other and the note does not say so", code)
		}
	}
}
