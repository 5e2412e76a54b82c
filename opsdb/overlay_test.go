package opsdb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// overlaidWith lays lines over the embedded tables.
func overlaidWith(t *testing.T, lines ...string) *DB {
	t.Helper()
	db, err := New().Overlay("my.tsv", []byte(overlayHeader+"\n"+strings.Join(lines, "\n")+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func TestOverlayWins(t *testing.T) {
	db := overlaidWith(t,
		"# a comment",
		"",
		"torch.nn.functional.grid_sample\tsupported",
		"aten::gelu\tunsupported\t\tit is slow here\ttorch.relu",
		"torch.nn.modules.Dropout\tlimited\tdtype is int64\tit was wrong\ta float",
		"aten::fft_fft\tunknown",
		"aten::where.self\tfallback\t\tours does",
	)
	for _, target := range []Target{
		{SDK: "2.26", Rewrite: RewriteNeuron, Instance: "trn2"},
		{SDK: "2.33", Rewrite: RewriteNeuron, Instance: "trn2"},
		{SDK: "2.33", Rewrite: RewriteXLA, Instance: "trn1"},
	} {
		for api, want := range map[string]struct {
			status Status
			source string
		}{
			"torch.nn.functional.grid_sample": {Supported, "my.tsv:4"},
			"torch.nn.functional.gelu":        {Unsupported, "my.tsv:5"},
			"torch.nn.GELU.forward":           {Unsupported, "my.tsv:5"},
			"torch.nn.Dropout":                {Limited, "my.tsv:6"},
			"aten::fft_fft":                   {Unknown, "my.tsv:7"},
			"aten::where.self":                {Fallback, "my.tsv:8"},
		} {
			j := db.Judge(api, target)
			if j.Status != want.status || j.Deciding.Ref.Evidence != Overlaid || j.Deciding.Ref.Source != want.source {
				t.Errorf("%+v: %s is %s by %+v, want %+v", target, api, j.Status, j.Deciding.Ref, want)
			}
		}
	}
}

func TestOverlayLeavesTheRest(t *testing.T) {
	db, plain := overlaidWith(t, "aten::where.self\tfallback\t\tours does"), New()
	target := Target{SDK: "2.26", Rewrite: RewriteNeuron, Instance: "trn2"}
	for _, api := range []string{"aten::where.ScalarOther", "aten::sort", "torch.nn.functional.grid_sample", "lax.sort"} {
		if a, b := db.Judge(api, target), plain.Judge(api, target); a.Status != b.Status {
			t.Errorf("%s is %s, was %s", api, a.Status, b.Status)
		}
	}
	got, want := db.Operator("aten::where", "xla", "2.26"), plain.Operator("aten::where", "xla", "2.26")
	if len(got) != len(want)+1 {
		t.Errorf("aten::where has %d verdicts, and had %d without that on one overload", len(got), len(want))
	}
	if a, b := len(db.Names("")), len(plain.Names("")); a != b {
		t.Errorf("%d names, were %d", a, b)
	}
}

func TestOverlayErrors(t *testing.T) {
	tests := map[string]string{
		"aten::gleu\tsupported":                                           `my.tsv:2: unknown operator "aten::gleu"; did you mean aten::gelu?`,
		"\tsupported":                                                     "my.tsv:2: empty operator",
		"aten::where.slef\tsupported":                                     `my.tsv:2: aten::where has no overload "slef"; it has default, Scalar, ScalarOther, ScalarSelf, self, self_out`,
		"torchvision::nms.x\tsupported":                                   `my.tsv:2: torchvision::nms has no overload "x"; it has none`,
		"aten::gelu\tsupported\naten::gelu\tunknown":                      "my.tsv:3: a second verdict on aten::gelu for the same calls; the first is in line 2",
		"torch.nn.GELU\tsupported\ntorch.nn.modules.GELU\tsupported":      "my.tsv:3: a second verdict on torch.nn.GELU",
		"aten::gelu\tfine":                                                `my.tsv:2: status: unknown value "fine"`,
		"aten::gelu":                                                      `my.tsv:2: status: unknown value ""`,
		"aten::gelu\tlimited\targ dilation >\tslow":                       `my.tsv:2: condition "arg dilation >"`,
		"aten::gelu\tlimited\t?\tslow":                                    `my.tsv:2: condition "?"`,
		"torch.nn.functional.max_pool2d\tlimited\targ dilatoin > 1\tslow": `my.tsv:2: condition "arg dilatoin > 1": the known parameters of torch.nn.functional.max_pool2d are input, kernel_size, `,
		"aten::gelu\tunsupported":                                         "my.tsv:2: unsupported without a reason",
		"aten::gelu\tsupported\t\t\ttorch.relu":                           "my.tsv:2: supported with an alternative",
		"aten::gelu\tsupported\tbackward":                                 "my.tsv:2: supported under a condition",
		"aten::gelu\tsupported\t\t\t\tx":                                  "my.tsv:2: 6 cells, want 5",
		"aten::gelu\tfine\n\naten::gelu\tlimited\tdtype\tit is slow\n":    `my.tsv:4: condition "dtype"`,
	}
	for lines, want := range tests {
		_, err := New().Overlay("my.tsv", []byte(overlayHeader+"\n"+lines))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", lines, err, want)
		}
	}
	for _, data := range []string{"", "# nothing\n", "aten::gelu\tsupported\n", "operator\tstatus\n"} {
		if _, err := New().Overlay("my.tsv", []byte(data)); err == nil || !strings.Contains(err.Error(), "my.tsv:1: ") {
			t.Errorf("%q: error %v", data, err)
		}
	}
}

// Of a file that is none the first lines tell.
func TestOverlayOfNonsense(t *testing.T) {
	_, err := New().Overlay("x.tsv", []byte(overlayHeader+"\n"+strings.Repeat("nonsense\n", 100_000)))
	if err == nil || strings.Count(err.Error(), "\n") != maxOverlayErrors-1 {
		t.Errorf("got %.200v", err)
	}
}

// TestOverlayDocumented lays the table over that the documentation shows, and
// reads the conditions that it lists.
func TestOverlayDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "## Verdicts of your own\n")
	section, _, _ = strings.Cut(section, "\n## ")
	_, table, _ := strings.Cut(section, "```\n")
	table, rest, _ := strings.Cut(table, "```\n")
	db, err := New().Overlay("my.tsv", []byte(table))
	if err != nil {
		t.Fatal(err)
	}
	target := Target{SDK: "2.33", Rewrite: RewriteNeuron, Instance: "trn2"}
	if j := db.Judge("torch.nn.functional.gelu", target); j.Deciding.Ref.Source != "my.tsv:3" {
		t.Errorf("gelu is judged by %+v", j.Deciding.Ref)
	}
	_, list, _ := strings.Cut(rest, "| condition | holds for calls |\n|---|---|\n")
	list, _, _ = strings.Cut(list, "\n\n")
	read := 0
	for line := range strings.Lines(list) {
		conditions, _, _ := strings.Cut(line[1:], "|")
		for condition := range strings.SplitSeq(strings.Trim(conditions, " `"), "`, `") {
			read++
			if err := checkCondition(condition); err != nil {
				t.Error(err)
			}
		}
	}
	if read < 12 {
		t.Errorf("%d conditions in the documentation", read)
	}
}

func TestOverlayTakesWhatEditorsWrite(t *testing.T) {
	data := "\ufeff" + overlayHeader + "\r\n" + "aten::gelu \tunsupported\t\tit is slow\t\r\n"
	db, err := New().Overlay("my.tsv", []byte(data))
	if err != nil {
		t.Fatal(err)
	}
	again, err := db.Overlay("more.tsv", []byte(overlayHeader+"\naten::gelu\tsupported"))
	if err != nil {
		t.Fatal(err)
	}
	target := Target{SDK: "2.26", Rewrite: RewriteNeuron, Instance: "trn2"}
	if j := db.Judge("aten::gelu", target); j.Status != Unsupported {
		t.Errorf("gelu is %s", j.Status)
	}
	if j := again.Judge("aten::gelu", target); j.Status != Supported || j.Deciding.Ref.Source != "more.tsv:2" {
		t.Errorf("gelu is %s by %+v", j.Status, j.Deciding.Ref)
	}
}
