package semantic

import (
	"fmt"
	"math"
	"testing"
)

func TestConstant(t *testing.T) {
	t.Parallel()
	const head = "import math\nimport numpy as np\nimport torch\nfrom torch import nn\n"
	number := func(f float64) string { return fmt.Sprint(Constant{Kind: ConstantNumber, Number: f}) }
	text := func(s string) string { return fmt.Sprint(Constant{Kind: ConstantString, Text: s}) }
	dtype := func(s string) string { return fmt.Sprint(Constant{Kind: ConstantDType, Text: s}) }
	object := fmt.Sprint(Constant{Kind: ConstantObject})
	for program, want := range map[string]string{
		"f(«None»)":                                 fmt.Sprint(Constant{}),
		"f(«True»)":                                 fmt.Sprint(Constant{Kind: ConstantBool, Number: 1}),
		"f(«(False)»)":                              fmt.Sprint(Constant{Kind: ConstantBool}),
		"f(«12»)":                                   number(12),
		"f(«1_000»)":                                number(1000),
		"f(«0x10»)":                                 number(16),
		"f(«1e-5»)":                                 number(1e-5),
		"f(«-1»)":                                   number(-1),
		"f(«+1»)":                                   number(1),
		"f(«not 1»)":                                "-",
		"f(«'a'»)":                                  text("a"),
		"f(«'a' \"b\"»)":                            text("ab"),
		"f(«f'{x}'»)":                               "-",
		"f(«(1, -2)»)":                              fmt.Sprint(Constant{Kind: ConstantSequence, Items: []Constant{{Kind: ConstantNumber, Number: 1}, {Kind: ConstantNumber, Number: -2}}}),
		"f(«[]»)":                                   fmt.Sprint(Constant{Kind: ConstantSequence}),
		"f(«[x]»)":                                  "-",
		"f(«float('inf')»)":                         number(math.Inf(1)),
		"f(-«float('-inf')»)":                       number(math.Inf(-1)),
		"f(«-float('inf')»)":                        number(math.Inf(-1)),
		"f(«float('x')»)":                           "-",
		"f(«float(2)»)":                             number(2),
		"f(«math.inf»)":                             number(math.Inf(1)),
		"f(«np.inf»)":                               number(math.Inf(1)),
		"f(«torch.float64»)":                        dtype("float64"),
		"f(«torch.long»)":                           dtype("int64"),
		"f(«np.float32»)":                           dtype("float32"),
		"f(«torch.bool»)":                           dtype("bool"),
		"f(«torch.float65»)":                        "-",
		"x = 1\nf(«x»)":                             number(1),
		"x = 1\ny = x\nf(«y»)":                      number(1),
		"x = 1\nx = 2\nf(«x»)":                      number(2),
		"x = 1\nif c:\n    x = 1\nf(«x»)":           number(1),
		"x = 1\nif c:\n    x = 2\nf(«x»)":           "-",
		"x = 1\nx += 1\nf(«x»)":                     "-",
		"for x in y:\n    f(«x»)":                   "-",
		"def g(x=1):\n    f(«x»)":                   "-",
		"f(«unknown»)":                              "-",
		"x = torch.zeros(3)\nf(«x»)":                object,
		"x = torch.Generator()\nf(«x»)":             object,
		"f(«nn.Linear(1, 2)»)":                      object,
		"f(«torch.Size([1])»)":                      "-",
		"x = torch.zeros(3) if c else None\nf(«x»)": "-",
		"f(«g()»)":                                  "-",
	} {
		s := read(t, head+program)
		got := "-"
		if c, ok := s.Constant(s.marks[0]); ok {
			got = fmt.Sprint(c)
		}
		s.equal("constant", got, want)
	}
}

func TestConstantOfALoopOfNames(t *testing.T) {
	t.Parallel()
	s := read(t, "a = b\nb = a\nf(«a»)")
	if c, ok := s.Constant(s.marks[0]); ok {
		t.Errorf("got %v, want nothing", c)
	}
}
