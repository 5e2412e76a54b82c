package semantic

import (
	"strings"
	"testing"
)

// TestCompare has programs whose marked literal a device is compared with;
// want is the operand, the confidence and whether the test is negated, "-" if
// it is no test of a device.
func TestCompare(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"type equals", "d = torch.device('cpu')\nif d.type == «'cuda'»: pass\n", "d.type certain"},
		{"reversed", "d = torch.device('cpu')\nif «'cuda'» == d.type: pass\n", "d.type certain"},
		{"unequal", "d = torch.device('cpu')\nif d.type != «'cuda'»: pass\n", "d.type certain negated"},
		{"in", "def f(device):\n    if «'cuda'» in device: pass\n", "device likely"},
		{"not in", "def f(device):\n    if «'cuda'» not in device: pass\n", "device likely negated"},
		{"in str()", "def f(device):\n    if «'cuda'» in str(device): pass\n", "str(device) likely"},
		{"in a tuple", "def f(device):\n    if device.type in («'cuda'», 'xpu'): pass\n", "device.type likely"},
		{"in a list", "def f(device):\n    if device in ['cpu', «'cuda'»]: pass\n", "device likely"},
		{"not in a set", "def f(device):\n    if device not in {'cpu', «'cuda'»}: pass\n", "device likely negated"},
		{"startswith", "def f(device):\n    if device.startswith(«'cuda'»): pass\n", "device likely"},
		{"startswith of str()", "def f(device):\n    if str(device).startswith(«'cuda'»): pass\n", "str(device) likely"},
		{"startswith with a colon", "def f(device):\n    if device.startswith(«'cuda:'»): pass\n", "device likely"},
		{"startswith a tuple", "def f(device):\n    if device.startswith((«'cuda'», 'xpu')): pass\n", "device likely"},
		{"split", "def f(device):\n    if device.split(':')[0] == «'cuda'»: pass\n", "device.split(':')[0] likely"},
		{"torch.device", "def f(device):\n    if device == torch.device(«'cuda'»): pass\n", "device likely"},
		{"device of a tensor", "x = torch.zeros(1)\nif x.device.type == «'cuda'»: pass\n", "x.device.type certain"},
		{"device of something", "def f(x):\n    if x.device.type == «'cuda'»: pass\n", "x.device.type likely"},
		{"attribute", "class C:\n    def f(self):\n        if self.device == «'cuda'»: pass\n", "self.device likely"},
		{"option", "def f(args):\n    if args.device == «'cuda'»: pass\n", "args.device likely"},
		{"lookup", "def f(device):\n    return {«'cuda'»: 'nccl', 'cpu': 'gloo'}[device.type]\n", "device.type likely"},
		{"lookup with a default", "def f(device):\n    return {«'cuda'»: 'nccl', 'cpu': 'gloo'}.get(device.type, 'gloo')\n", "device.type likely"},
		{"lookup in a named table", "BACKENDS = {«'cuda'»: 'nccl', 'cpu': 'gloo'}\ndef f(device):\n    return BACKENDS[device.type]\n", "device.type likely"},
		{"named table of something else", "BACKENDS = {«'cuda'»: 'nccl', 'cpu': 'gloo'}\ndef f(flavour):\n    return BACKENDS[flavour]\n", "-"},
		{"named table with a constant key", "BACKENDS = {«'cuda'»: 'nccl', 'cpu': 'gloo'}\nx = BACKENDS['cuda']\n", "-"},
		{"match of a part", "def f(device):\n    match device, n:\n        case («'cuda'», 1):\n            pass\n", "-"},
		{"match", "def f(device):\n    match device:\n        case «'cuda'»:\n            pass\n", "device likely"},
		{"match or", "def f(device):\n    match device:\n        case 'xpu' | «'cuda'»:\n            pass\n", "device likely"},
		{"match of the type", "def f(device):\n    match device.type:\n        case «'cuda'»:\n            pass\n", "device.type likely"},
		{"named otherwise but a device", "kind = 'cuda'\ntorch.device(kind)\nif kind == «'cuda'»: pass\n", "kind likely"},
		{"something else", "def f(backend):\n    if backend == «'cuda'»: pass\n", "-"},
		{"a number", "device = 3\nif device == «'cuda'»: pass\n", "-"},
		{"membership of something else", "if «'cuda'» in extras: pass\n", "-"},
		{"startswith of a file name", "def f(name):\n    if name.startswith(«'cuda'»): pass\n", "-"},
		{"a dictionary", "x = {«'cuda'»: 1}\n", "-"},
		{"match of something else", "def f(flavour):\n    match flavour:\n        case «'cuda'»:\n            pass\n", "-"},
		{"lookup of something else", "def f(flavour):\n    return {«'cuda'»: 1}[flavour]\n", "-"},
		{"replace", "def f(device):\n    return device.replace(«'cuda'», 'x')\n", "-"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, "import torch\n"+tt.src)
			got := "-"
			if c := s.comparison(s.marks[0]); c != nil {
				got = s.Tree.Text(c.Operand) + " " + c.Confidence.String()
				if c.Negated {
					got += " negated"
				}
			}
			s.equal("compares", got, tt.want)
			if s.source(s.marks[0]) != nil {
				t.Errorf("%s\nthe literal is a source", s.Tree.Source())
			}
		})
	}
}

// TestComponent has programs whose marked literals hang together: equal
// letters in want stand for one component, "-" for a literal that is neither a
// source nor compared.
func TestComponent(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"variable and its comparison", "d = «'cuda'»\ntorch.device(d)\nif d == «'cuda'»: pass\n", "aa"},
		{"type of the device", "d = torch.device(«'cuda'»)\nif d.type == «'cuda'»: pass\n", "aa"},
		{"comparison in another function", "device = «'cuda'»\ndef f():\n    torch.device(device)\ndef g():\n    return 'cuda' if «'cuda'» in device else 'cpu'\n", "aa"},
		{"parameter", "def f(device=«'cuda'»):\n    torch.device(device)\n    if device == «'cuda'»: pass\n", "aa"},
		{"argument", "def f(d):\n    torch.device(d)\n    if d.startswith(«'cuda'»): pass\nf(«'cuda'»)\n", "aa"},
		{"attribute", "class C:\n    def __init__(self):\n        self.device = «'cuda'»\n    def f(self):\n        torch.device(self.device)\n        return self.device == «'cuda'»\n", "aa"},
		{"attribute of the base", "class B:\n    def __init__(self):\n        self.device = «'cuda'»\nclass C(B):\n    def f(self):\n        torch.device(self.device)\n        return self.device == «'cuda'»\n", "aa"},
		{"two literals for one variable", "if a:\n    d = «'cuda'»\nelse:\n    d = «'cuda:0'»\ntorch.device(d)\n", "aa"},
		{"two variables", "d = «'cuda'»\ne = «'cuda'»\ntorch.device(d)\ntorch.device(e)\n", "ab"},
		{"two literals without variables", "torch.device(«'cuda'»)\ntorch.device(«'cuda'»)\n", "ab"},
		{"a copy", "d = «'cuda'»\ne = d\ntorch.device(e)\nif e == «'cuda'»: pass\n", "aa"},
		{"derived by a method", "d = «'cuda:0'»\ntorch.device(d)\nif d.split(':')[0] == «'cuda'»: pass\n", "aa"},
		{"function result", "def get_device():\n    return «'cuda'»\nd = get_device()\ntorch.device(d)\nif d == «'cuda'»: pass\n", "aa"},
		{"option", "p.add_argument('--device', default=«'cuda'»)\nargs = p.parse_args()\ntorch.device(args.device)\nif args.device == «'cuda'»: pass\n", "aa"},
		{"dictionary", "cfg = {'device': «'cuda'»}\ntorch.device(cfg['device'])\nif cfg['device'] == «'cuda'»: pass\n", "aa"},
		{"dictionary get", "cfg = {'device': «'cuda'»}\ntorch.device(cfg['device'])\nif cfg.get('device') == «'cuda'»: pass\n", "aa"},
		{"lookup", "device = torch.device(«'cuda'»)\nb = {«'cuda'»: 'nccl', 'cpu': 'gloo'}[device.type]\n", "aa"},
		{"match", "device = «'cuda'»\ntorch.device(device)\nmatch device:\n    case «'cuda'»:\n        pass\n", "aa"},
		{"comparison of another device", "d = «'cuda'»\ntorch.device(d)\ndef f(device):\n    if device == «'cuda'»: pass\n", "ab"},
		{"named list", "devices = ['cpu', «'cuda'»]\nfor d in devices:\n    torch.device(d)\n    if d == «'cuda'»: pass\n", "aa"},
		{"tuple result", "def f():\n    return 1, «'cuda'»\nn, d = f()\ntorch.device(d)\nif d == «'cuda'»: pass\n", "aa"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, "import torch\n"+tt.src)
			s.equal("components", s.letters(), tt.want)
		})
	}
}

// letters names the component of each mark.
func (s *snippet) letters() string {
	var out strings.Builder
	seen := map[*Component]byte{}
	for _, n := range s.marks {
		var c *Component
		if src := s.source(n); src != nil {
			c = src.Component
		} else if cmp := s.comparison(n); cmp != nil {
			c = cmp.Component
		}
		if c == nil {
			out.WriteByte('-')
			continue
		}
		if seen[c] == 0 {
			seen[c] = 'a' + byte(len(seen))
		}
		out.WriteByte(seen[c])
	}
	return out.String()
}

// TestComponentMembers checks what a component lists, and its number.
func TestComponentMembers(t *testing.T) {
	s := read(t, "import torch\nif a:\n    d = «'cuda'»\nelse:\n    d = «'cuda:0'»\ntorch.device(d)\nif d == «'cuda'»: pass\n")
	c := s.source(s.marks[0]).Component
	s.equal("sources", len(c.Sources), 2)
	s.equal("compares", len(c.Compares), 1)
	s.equal("number", c.ID, s.Tree.Start(s.marks[0]))
}

// TestOpen says when devices can come from elsewhere, and when a device goes
// where the file does not show what becomes of it.
func TestOpen(t *testing.T) {
	tests := []struct{ name, src, open, escapes string }{
		{"literal", "torch.device(«'cuda'»)\n", "", ""},
		{"variable", "d = «'cuda'»\ntorch.device(d)\n", "", ""},
		{"parameter", "def f(device=«'cuda'»):\n    torch.device(device)\n", "parameter device", ""},
		{"argument", "def f(d):\n    torch.device(d)\nf(«'cuda'»)\n", "parameter d", ""},
		{"method", "class C:\n    def f(self, device=«'cuda'»):\n        torch.device(device)\n", "parameter device", ""},
		{"inner function", "def f():\n    def g(device=«'cuda'»):\n        torch.device(device)\n    g()\n", "", ""},
		{"lambda", "f = lambda d=«'cuda'»: torch.device(d)\n", "", ""},
		{"option", "p.add_argument('--device', default=«'cuda'»)\nargs = p.parse_args()\ntorch.device(args.device)\n", "attribute device", ""},
		{"environment", "d = os.environ.get('DEVICE', «'cuda'»)\ntorch.device(d)\n", "environment", ""},
		{"key with a default", "def f(cfg):\n    torch.device(cfg.get('device', «'cuda'»))\n", "key device", ""},
		{"keyword arguments", "def f(**kw):\n    torch.device(kw['d'])\nf(d=«'cuda'»)\n", "parameter kw", ""},
		{"own attribute", "class C:\n    def __init__(self):\n        self.d = «'cuda'»\n    def f(self):\n        torch.device(self.d)\n", "", ""},
		{"passed to another module", "import mine\nd = «'cuda'»\ntorch.device(d)\nmine.run(d)\n", "", "mine.run"},
		{"passed by keyword", "import mine\nd = «'cuda'»\nmine.run(device=d)\n", "", "mine.run"},
		{"passed to a name of a star import", "from mine import *\nd = «'cuda'»\ntorch.device(d)\nrun(d)\n", "", "run"},
		{"passed to a method of something", "def f(x):\n    d = «'cuda'»\n    torch.device(d)\n    x.run(d)\n", "", "x.run"},
		{"printed", "d = «'cuda'»\ntorch.device(d)\nprint(d)\n", "", ""},
		{"logged", "import logging\nd = «'cuda'»\ntorch.device(d)\nlogging.info('%s', d)\n", "", ""},
		{"passed to this file", "def g(x):\n    torch.device(x)\ndef f():\n    d = «'cuda'»\n    g(d)\n", "parameter x", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, "import os\nimport torch\n"+tt.src)
			src := s.source(s.marks[0])
			if src == nil {
				t.Fatalf("%s\nhas no source", s.Tree.Source())
			}
			s.mentions("open", src.Component.Open, tt.open)
			s.mentions("escapes", src.Component.Escapes, tt.escapes)
		})
	}
}

// mentions wants a reason that names part, or no reason for an empty part.
func (s *snippet) mentions(what, reason, part string) {
	s.t.Helper()
	if (reason == "") != (part == "") || !strings.Contains(reason, part) {
		s.t.Errorf("%s\n%s: got %q, want mention of %q", s.Tree.Source(), what, reason, part)
	}
}
