package opsdb

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestCitations(t *testing.T) {
	const gh = "https://github.com/"
	tests := map[string][]string{
		"": nil,
		"aws-neuron-sdk@v2.32.0:frameworks/torch/pytorch-native-overview.rst:104": {
			gh + "aws-neuron/aws-neuron-sdk/blob/v2.32.0/frameworks/torch/pytorch-native-overview.rst?plain=1#L104",
		},
		"pytorch/xla@v2.8.1:torch_xla/csrc/aten_fallback.cpp:60 ; pytorch/pytorch@v2.8.0": {
			gh + "pytorch/xla/blob/v2.8.1/torch_xla/csrc/aten_fallback.cpp#L60", gh + "pytorch/pytorch/tree/v2.8.0",
		},
		"optimum-neuron@213224e:README.md": {gh + "huggingface/optimum-neuron/blob/213224e/README.md"},
		"https://docs.ray.io/en (excerpt)": {"https://docs.ray.io/en (excerpt)"},
		"pytorch/pytorch@v2.8.0:torch/_C/__init__.pyi:3839": {
			gh + "pytorch/pytorch/blob/v2.8.0/torch/_C/__init__.pyi.in (made into the stub of the wheel, line 3839)",
		},
		"torch-neuronx-src-mirror@98154b8:a.py:2": {
			gh + "parmoham-aws/test-repo-parmoham/blob/98154b8/a.py#L2 (a pre-release that was never published, mirrored by a third party)",
		},
		"neuronlint@torch-xla-2.8.0:a/b.tsv:12": {gh + "neuronlint/neuronlint/blob/main/a/b.tsv#L12 (run by us on torch-xla-2.8.0)"},
		"measured by us":                        {"measured by us"},
		"team@example.org":                      {"team@example.org"}, // no repository of GitHub
	}
	for source, want := range tests {
		var got []string
		for _, c := range Citations(source) {
			got = append(got, c.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is at %q, want %q", source, got, want)
		}
	}
}

// TestSourcesResolve checks that each source of each table has an address, and
// that SOURCES.md lists the repository, by the name and version that the tables
// cite, or the start of the page's address.
func TestSourcesResolve(t *testing.T) {
	listed, err := os.ReadFile("data/SOURCES.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	eachSource(t, func(table, source, _ string) {
		for _, c := range Citations(source) {
			if seen[c.Text] {
				continue
			}
			seen[c.Text] = true
			u, err := url.Parse(c.Address)
			if err != nil || u.Scheme != "https" || u.Host == "" || strings.ContainsAny(c.Address, " \t") {
				t.Errorf("%s: %q has the address %q", table, c.Text, c.Address)
			}
			if !isListed(string(listed), c.Text) {
				t.Errorf("%s: %q is not in SOURCES.md", table, c.Text)
			}
		}
	})
	if len(seen) < 10_000 {
		t.Errorf("only %d sources", len(seen))
	}
}

// TestOriginalsAreCited checks that a repository or a site that is not that of its
// project carries no more than unofficial evidence.
func TestOriginalsAreCited(t *testing.T) {
	originals := strings.Fields(`Lightning-AI LMCache NVIDIA apple aws-neuron cupy dmlc docker explosion facebookresearch google google-deepmind
		huggingface jax-ml kornia meta-pytorch neuronlint numba open-mmlab openxla patrick-kidger pyro-ppl pytorch ray-project stanford-crfm
		tensorflow triton-lang vllm-project`)
	originalHosts := strings.Fields(`awsdocs-neuron.readthedocs-hosted.com docs.aws.amazon.com docs.metaflow.org docs.mosaicml.com docs.python.org docs.pytorch.org
		docs.ray.io docs.skypilot.co docs.vllm.ai docs.wandb.ai download.pytorch.org huggingface.co lightning.ai modal.com onnxruntime.ai sbert.net tqdm.github.io`)
	eachSource(t, func(table, source, evidence string) {
		for _, c := range Citations(source) {
			host, path, _ := strings.Cut(strings.TrimPrefix(c.Address, "https://"), "/")
			owner, _, _ := strings.Cut(path, "/")
			original := slices.Contains(originalHosts, host) || host == "github.com" && slices.Contains(originals, owner)
			if !original && evidence != string(Unofficial) {
				t.Errorf("%s: %s is %s evidence", table, c.Text, evidence)
			}
		}
	})
}

// eachSource shows the source of each row of each table, and the evidence where
// the table has any.
func eachSource(t *testing.T, show func(table, source, evidence string)) {
	t.Helper()
	tables, err := filepath.Glob("data/*.tsv")
	if err != nil || len(tables) == 0 {
		t.Fatalf("no tables (%v)", err)
	}
	for _, name := range tables {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		head, rows, _ := strings.Cut(strings.TrimSuffix(string(text), "\n"), "\n")
		columns := strings.Split(head, "\t")
		column, evidence := slices.Index(columns, "source"), slices.Index(columns, "evidence")
		for row := range strings.SplitSeq(rows, "\n") {
			cells := strings.Split(row, "\t")
			if column < 0 || len(cells) <= column || cells[column] == "" {
				t.Fatalf("%s: no source in %q", name, row)
			}
			says := ""
			if evidence >= 0 {
				says = cells[evidence]
			}
			show(filepath.Base(name), cells[column], says)
		}
	}
}

// isListed reports whether SOURCES.md has a citation between backticks, or what
// it begins with up to a border.
func isListed(listed, text string) bool {
	for i, c := range text {
		if strings.ContainsRune(":/?# ", c) && strings.Contains(listed, "`"+text[:i]+"`") {
			return true
		}
	}
	return strings.Contains(listed, "`"+text+"`")
}
