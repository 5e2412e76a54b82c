package report

import (
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
)

// What goes back to one device setting is one cause, whatever the rules are
// called that found it; everything else is told apart by rule and API.
func TestHTMLCauses(t *testing.T) {
	f := file(t, "a.py", "d = 'cuda'\nif d == 'cuda':\n    x.to(d)\ny.half()\nz.half()\nw.cuda()\n")
	literal, test, half, other, single := find(t, f, "'cuda'"), find(t, f, "d == 'cuda'"), find(t, f, "y.half()"), find(t, f, "z.half()"), find(t, f, "w.cuda()")
	literal.Code, test.Code, half.Code, other.Code, single.Code = "NRN101", "NRN107", "NRN305", "NRN305", "NRN103"
	half.API, other.API = "torch.Tensor.half", "torch.Tensor.half"
	cause := &analyzer.Cause{ID: "c1", Path: "a.py", Span: literal.Span}
	literal.Cause, test.Cause = cause, cause
	in := input(f, literal, test, half, other, single)
	list := make([]*analyzer.Diagnostic, 0, len(in.Diagnostics))
	for i := range in.Diagnostics {
		list = append(list, &in.Diagnostics[i])
	}
	got := in.causes(list)
	if len(got) != 2 {
		t.Fatalf("%d causes, want 2: %+v", len(got), got)
	}
	if got[0].Name != "device setting" || got[0].What != "a.py:1:5" || got[0].Count != 2 {
		t.Errorf("first cause %+v", got[0])
	}
	if got[1].Code != "NRN305" || got[1].What != "torch.Tensor.half" || got[1].Count != 2 {
		t.Errorf("second cause %+v", got[1])
	}
	page := written(t, "html", in)
	for _, want := range []string{"device setting: <code>a.py:1:5</code>", "<p>The device is set at a.py:1:5.</p>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %s", want)
		}
	}
}
