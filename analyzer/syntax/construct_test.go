package syntax

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// construct is an entry of testdata/constructs.txt.
type construct struct {
	title, src string
	since      int // the minor version of Python 3 that takes it first; never for none
}

const never = 1 << 10

func constructs(t testing.TB) []construct {
	t.Helper()
	text, err := os.ReadFile("testdata/constructs.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ = bytes.Cut(text, []byte("\n-- "))
	var all []construct
	for entry := range strings.SplitSeq(string(text), "\n-- ") {
		head, src, _ := strings.Cut(entry, "\n")
		version, title, _ := strings.Cut(head, " ")
		since := never
		if minor, ok := strings.CutPrefix(version, "3."); ok {
			if since, err = strconv.Atoi(minor); err != nil {
				t.Fatalf("%s: %v", head, err)
			}
		} else if version != "never" {
			t.Fatalf("%s: no such version", head)
		}
		all = append(all, construct{title, src + "\n", since})
	}
	return all
}

// TestConstructs reads every construct of the language without an error, and
// loses no call and no name.
func TestConstructs(t *testing.T) {
	for _, c := range constructs(t) {
		if c.since == never {
			continue
		}
		t.Run(c.title, func(t *testing.T) {
			tree := parse(t, c.src)
			if len(tree.Errors()) > 0 {
				t.Errorf("not understood: %q", errorTexts(tree))
			}
			checkSeen(t, tree)
		})
	}
}

var (
	callMark = regexp.MustCompile(`\bgo\(`)
	nameMark = regexp.MustCompile(`\b(aa|bb|cc|xx|yy|zz)\b`)
)

// checkSeen fails unless every go( is a call and every name is one.
func checkSeen(t *testing.T, tree *Tree) {
	t.Helper()
	if err := checkInvariants(tree); err != nil {
		t.Error(err)
	}
	callees, names := make(map[int]bool), make(map[int]bool)
	for n := range tree.All(Root) {
		switch tree.Kind(n) {
		case KindIdentifier:
			names[tree.Start(n)] = true
		case KindCall:
			callee := tree.Callee(n)
			if tree.Kind(callee) == KindAttribute {
				callee = tree.AttrName(callee)
			}
			callees[tree.Start(callee)] = tree.Kind(callee) == KindIdentifier
		}
	}
	for _, at := range callMark.FindAllIndex(tree.Source(), -1) {
		if !callees[at[0]] {
			t.Errorf("the call at %d in %q is not seen", at[0], tree.Source())
		}
	}
	for _, at := range nameMark.FindAllIndex(tree.Source(), -1) {
		if !names[at[0]] {
			t.Errorf("the name at %d in %q is not seen", at[0], tree.Source())
		}
	}
}

// TestConstructsByPython holds the versions in the table against the parser of
// the Python at hand.
func TestConstructsByPython(t *testing.T) {
	all := constructs(t)
	var texts []string
	for _, c := range all {
		texts = append(texts, c.src)
	}
	minor, accepts := askPython(t, texts)
	for i, c := range all {
		if want := c.since <= minor; accepts[i] != want {
			t.Errorf("%s: Python 3.%d takes it: %t, the table says %t", c.title, minor, accepts[i], want)
		}
	}
}

// pythonAccepts says which texts of a list Python's own parser takes.
const pythonAccepts = `
import ast, json, sys, warnings
warnings.simplefilter("ignore")
def accepts(text):
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True
print(json.dumps([sys.version_info[1], [accepts(t) for t in json.load(sys.stdin)]]))
`

// askPython asks the Python at hand, which must be 3.8 or newer.
func askPython(t *testing.T, texts []string) (minor int, accepts []bool) {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	in, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), path, "-c", pythonAccepts)
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &[]any{&minor, &accepts}); err != nil {
		t.Fatal(err)
	}
	if minor < 8 {
		t.Skipf("python3 is 3.%d", minor)
	}
	return minor, accepts
}

// TestEveryFormInEveryContext puts forms of expressions and statements wherever
// they could stand: where Python takes the result there is no error, and no call
// or name is lost.
func TestEveryFormInEveryContext(t *testing.T) {
	texts := slices.Concat(put(expressionForms, expressionContexts), put(statementForms, statementContexts))
	_, accepts := askPython(t, texts)
	taken := 0
	for i, text := range texts {
		if !accepts[i] {
			continue
		}
		taken++
		tree := parse(t, text)
		switch {
		case len(tree.Errors()) > 0:
			t.Errorf("%q is not understood at %q", text, errorTexts(tree))
		case len(tree.Errors()) == 0 && !hidesCalls.MatchString(text):
			checkSeen(t, tree)
		}
	}
	if taken < len(texts)/2 {
		t.Errorf("Python takes %d of %d", taken, len(texts))
	}
}

// hidesCalls finds what looks like a call and is none: a pattern, and the
// specifier of a format behind a colon.
var hidesCalls = regexp.MustCompile(`case [^\n]*\bgo\([^\n]*: pass|^[ft]['"]+.*\{ aa := go`)

// put makes a text of each form in each context.
func put(forms, contexts string) []string {
	var texts []string
	for context := range strings.SplitSeq(strings.TrimSpace(contexts), "\n") {
		for form := range strings.SplitSeq(strings.TrimSpace(forms), "\n") {
			text := strings.ReplaceAll(context, "@", form)
			texts = append(texts, strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\r`, "\r", `\f`, "\f").Replace(text)+"\n")
		}
	}
	return texts
}

// Where statements stand.
const statementContexts = `
@
if aa:\n    @
if aa:\n    @\nelse:\n    @
if aa: @
if aa: pass; @
aa; @
@;
@; aa
@ # why
def f():\n    @
async def f():\n    @
class A:\n    @
while aa:\n  @\nelse:\n  @
for aa in bb:\n\t@
try:\n    @\nexcept aa:\n    @\nfinally:\n    @
try: @\nexcept aa, bb: @
try:\n    @\nexcept *(aa):\n    @
with aa if bb else cc as xx:\n    @
match aa:\n    case bb.cc:\n        @
match aa:\n    case bb.cc | bb.xx.yy(): @
if aa:\n    # why\n\n    @\n  # why\n    @
def f():\n    def g():\n        @\n    @
if aa:\n    bb = *[1],\n    @
\n\n@\n\n
if aa:\r\n    @\r\n    bb
if aa:\n    @\n\f\n    @
`

// Statements.
const statementForms = `
pass
go(1)
aa = go(1)
aa = bb = *go(1), *(cc)
aa: int
aa: int = go(1)
aa += *(bb), cc
*aa, bb = go(1)
*(aa), bb = go(1)
*[aa, bb], cc = go(1)
*go(1), *(aa)
aa, *(bb) = go(1)
type(aa).bb = go(1)
type aa = go(1)
type aa[xx, *yy] = bb
type aa[xx = int] = bb
type = go(1)
match = go(1)
match(aa)
print(aa)
print
exec(aa)
del aa, bb[0]
del aa[*(bb)]
return
return aa
return aa, *(bb)
return *go(1), bb
yield aa, *(bb)
aa = yield *(bb), go(1)
raise aa from go(1)
assert aa, go(1)
import aa.bb as cc, xx
from aa import (bb, cc as xx)
from . import aa
from ..aa.bb import *
from __future__ import annotations
global aa
nonlocal aa
break
continue
aa[*bb] = go(*cc)
if aa: go(1)
while aa: go(1)
for *(aa), bb in *go(1), *(cc): go(2)
with aa as bb, go(1): go(2)
with aa if bb else go(1) as cc: go(2)
with (aa as bb, go(1) as cc): pass
try: go(1)\nexcept: go(2)
def f(aa, *, bb=go(1)): go(2)
def f(*aa: *bb) -> go(1): pass
def f[aa: int](bb: aa): pass
async def f(): await go(1)
class A(aa, *(bb), key=go(1)): go(2)
class A[aa = int, *bb = *go(1)]: pass
@go(1)\ndef f(): go(2)
"""text"""
aa, *t"{bb}", go(1)
...
lambda *xx: go(*xx)
`
