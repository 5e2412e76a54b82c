package syntax

import (
	"fmt"
	"strings"
	"testing"
)

func TestImports(t *testing.T) {
	tests := []struct{ src, want string }{
		{"import torch", `torch 0 "" as torch`},
		{"import torch.nn.functional", `torch.nn.functional 0 "" as torch`},
		{"import torch.nn as nn, os", `torch.nn 0 "" as nn; os 0 "" as os`},
		{"import a . b", `a.b 0 "" as a`},
		{"from torch import nn, cuda as tc", `torch 0 "nn" as nn; torch 0 "cuda" as tc`},
		{"from torch.nn import (\n  functional as F, # one\n  Module,\n)", `torch.nn 0 "functional" as F; torch.nn 0 "Module" as Module`},
		{"from . import a", ` 1 "a" as a`},
		{"from .. import a", ` 2 "a" as a`},
		{"from ... b.c import a as d", `b.c 3 "a" as d`},
		{"from .compat import F", `compat 1 "F" as F`},
		{"from torch import *", `torch 0 "*" as `},
		{"from .x import *", `x 1 "*" as `},
		{"from __future__ import annotations, division as d", `__future__ 0 "annotations" as annotations; __future__ 0 "division" as d`},
		{"from torch import \\\n  nn", `torch 0 "nn" as nn`},
		{"from torch import torch", `torch 0 "torch" as torch`},
		{"x = 1", ``},
	}
	for _, tt := range tests {
		tree := parseClean(t, tt.src)
		var all []string
		for _, i := range tree.Imports(tree.First(Root)) {
			if i.Stmt != tree.First(Root) {
				t.Errorf("%q: statement is %d", tt.src, i.Stmt)
			}
			all = append(all, fmt.Sprintf("%s %d %q as %s", i.Module, i.Level, i.Name, i.As))
		}
		if got := strings.Join(all, "; "); got != tt.want {
			t.Errorf("%q imports %s, want %s", tt.src, got, tt.want)
		}
	}
}

func TestImportNodes(t *testing.T) {
	tree := parseClean(t, "from a import b as c, d")
	got := tree.Imports(tree.First(Root))
	if texts(tree, []Node{got[0].NameNode, got[0].AsNode, got[1].NameNode, got[1].AsNode}) != "b | c | d | -" {
		t.Errorf("nodes are %+v", got)
	}
}
