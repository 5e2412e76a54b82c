package patch

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	tests := map[string]struct {
		text string
		want []File
	}{
		"nothing": {"", nil},
		"blank":   {"\n  \n", nil},
		"git": {
			"diff --git a/x.py b/x.py\nindex 1..2 100644\n--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,3 @@ def f():\n a\n+b\n c\n@@ -9 +10,2 @@\n-x\n+y\n+z\n",
			[]File{{"x.py", "x.py", []Range{{2, 2}, {10, 11}}}},
		},
		"no context": {
			"diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -0,0 +5 @@\n+a\n@@ -7,2 +8,0 @@\n-a\n-b\n",
			[]File{{"x.py", "x.py", []Range{{5, 5}}}},
		},
		"new file": {
			"diff --git a/n.py b/n.py\nnew file mode 100644\n--- /dev/null\n+++ b/n.py\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n",
			[]File{{"", "n.py", []Range{{1, 2}}}},
		},
		"empty new file": {"diff --git a/n.py b/n.py\nnew file mode 100644\nindex 0..e\n", []File{{New: "n.py"}}},
		"deleted": {
			"diff --git a/o.py b/o.py\ndeleted file mode 100644\n--- a/o.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
			[]File{{Old: "o.py"}},
		},
		"renamed": {
			"diff --git a/old name.py b/new name.py\nsimilarity index 90%\nrename from old name.py\nrename to new name.py\n--- a/old name.py\n+++ b/new name.py\n@@ -3 +3 @@\n-a\n+b\n",
			[]File{{"old name.py", "new name.py", []Range{{3, 3}}}},
		},
		"only renamed": {"diff --git a/o.py b/n.py\nsimilarity index 100%\nrename from o.py\nrename to n.py\n", []File{{Old: "o.py", New: "n.py"}}},
		"quoted": {
			"diff --git \"a/\\303\\244\\t\\\".py\" \"b/\\303\\244\\t\\\".py\"\n--- \"a/\\303\\244\\t\\\".py\"\n+++ \"b/\\303\\244\\t\\\".py\"\n@@ -1 +1 @@\n-a\n+b\n",
			[]File{{"ä\t\".py", "ä\t\".py", []Range{{1, 1}}}},
		},
		"plain diff": {
			"--- old/x.py\t2026-01-01 00:00:00\n+++ new/x.py\t2026-01-02 00:00:00\n@@ -1 +1 @@\n-a\n+b\n",
			[]File{{"old/x.py", "new/x.py", []Range{{1, 1}}}},
		},
		"plain diffs of two": {
			"--- x.py\n+++ x.py\n@@ -1 +1 @@\n-a\n+b\n--- y.py\n+++ y.py\n@@ -2,0 +3 @@\n+b\n",
			[]File{{"x.py", "x.py", []Range{{1, 1}}}, {"y.py", "y.py", []Range{{3, 3}}}},
		},
		"lines that look like headers": {
			"--- a/x.sql\n+++ b/x.sql\n@@ -1,2 +1,2 @@\n--- old comment\n-diff --git a/z b/z\n+++ new\n+@@ -1 +1 @@\n",
			[]File{{"x.sql", "x.sql", []Range{{1, 2}}}},
		},
		"binary":    {"diff --git a/x.png b/x.png\nindex 1..2\nBinary files a/x.png and b/x.png differ\n", []File{{Old: "x.png", New: "x.png"}}},
		"CRLF":      {"diff --git a/x.py b/x.py\r\n--- a/x.py\r\n+++ b/x.py\r\n@@ -1,2 +1,2 @@\r\n \r\n-a\r\n+b\r\n", []File{{"x.py", "x.py", []Range{{2, 2}}}}},
		"with text": {"From 1234 Mon Sep 17\nSubject: x\n\n--- a/x.py\n+++ b/x.py\n@@ -1 +1,2 @@\n a\n+b\n-- \n2.47\n", []File{{"x.py", "x.py", []Range{{2, 2}}}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := Parse(strings.NewReader(test.text))
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"no diff":      {"hello\n", "no unified diff"},
		"breaks off":   {"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n", "line 4: the diff breaks off inside a hunk"},
		"header":       {"--- a/x\n+++ b/x\n@@ -1,x +1 @@\n", "line 3: malformed hunk header"},
		"too long":     {"--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n-a\n-b\n", "line 5: the hunk has more lines"},
		"foreign line": {"--- a/x\n+++ b/x\n@@ -1 +1 @@\nfoo\n", `line 4: a line of a hunk begins with "f"`},
		"merge":        {"diff --cc x.py\n", "a combined diff"},
		"quoting":      {"--- \"a/x\\9.py\"\n+++ b/x\n", "line 1: malformed quoting"},
		"open quote":   {"--- \"a/x\n", "line 1: quoted path without an end"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse(strings.NewReader(test.text))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
	if _, err := Parse(strings.NewReader("x")); !errors.Is(err, ErrNoDiff) {
		t.Errorf("error %v, want ErrNoDiff", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,3 @@\n a\n+b\n c\n")
	f.Add("--- \"a/\\303\\244\"\n+++ b/x\n@@ -0,0 +1 @@\n+a")
	f.Fuzz(func(t *testing.T, text string) {
		files, err := Parse(strings.NewReader(text))
		if err != nil && files != nil {
			t.Fatal("files with an error")
		}
		for _, file := range files {
			last := -1
			for _, r := range file.Added {
				if r.First > r.Last || r.First < 0 {
					t.Fatalf("range %v", r)
				}
				last = max(last, r.Last)
			}
		}
	})
}

// Names are bytes: those that are no UTF-8 lie inside as others do.
func TestInside(t *testing.T) {
	for path, want := range map[string]bool{
		"a.py": true, "a b/\xfc.py": true, "line\nfeed.py": true,
		"": false, "/a.py": false, "../a.py": false, "a/../b.py": false, "a//b.py": false, "\xfc/../../b.py": false,
	} {
		if got := Inside(path); got != want {
			t.Errorf("%q: %v, want %v", path, got, want)
		}
	}
}
