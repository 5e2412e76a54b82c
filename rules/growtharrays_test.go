package rules_test

// growingArrays are programs in which one array or tensor has many values, each of which
// is asked for its dtype.
var growingArrays = []growing{
	repeated("arrays that a loop changes", numpyBegin+"x = np.zeros(3)\nwhile c:\n", "    if c#: x = np.sqrt(x)\n    torch.from_numpy(x).cuda()\n", ""),
	repeated("arrays that methods change", numpyBegin+"class A:\n    def __init__(self):\n        self.x = np.zeros(3)\n", "    def f#(self):\n        self.x = self.x * 2\n        return torch.from_numpy(self.x).cuda()\n", ""),
	repeated("arrays that are changed in place", numpyBegin+"x = np.zeros(3)\n", "x += #\ntorch.from_numpy(x).cuda()\n", ""),
	repeated("moves of a tensor beside arrays", numpyBegin+"x = torch.zeros(3)\n", "x = x.cuda()\n", ""),
	repeated("walruses beside arrays", numpyBegin+"x = torch.zeros(3)\n", "if (x := x.cuda()).sum() > #: pass\n", ""),
	repeated("moves in a loop beside arrays", numpyBegin+"x = torch.zeros(3)\nwhile c:\n", "    if c#: x = x.cuda()\n", ""),
}

const numpyBegin = torchBegin + "import numpy as np\n"
