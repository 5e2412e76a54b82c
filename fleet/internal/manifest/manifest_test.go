package manifest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestRead reads both formats, and lines that are broken in many ways.
func TestRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"csv": {"\ufeff# list\nteam, path ,x\n\nt,a,1\n\"q,\"\"r\",b\n# c\nt\n\"t,c\nt,d,e,f\n", `
4 a@ t
5 b@ q,"r
7 broken_line
8 broken_line
9 broken_line`},
		"json": {`{"url": "https://u:p@Host/a/b.git/?x=1", "revision": "v1", "name": "n", "team": "t", "more": 1}
{"url": "git@h:a/b.git"}
{"url": "ssh://git@h/a/b.git"}
{"url": "https://host/a/b", "revision": "v1"}
{"url": "https://host/a/b"} {
{"url": "file:///x"}
{"url": "https://host/a b"}
{"url": "ssh://-oProxyCommand=x/y"}
{"path": "a", "url": "https://host/a"}
{"path": "a", "revision": "a..b"}
{"url": "https://u:p@host/a b"}
{"url": "https:/u:p@host/a"}
{"url": "u:p@host/a"}
{"url": "https://u:p@host:port/a"}
{"url": "-oProxyCommand=x"}
{"url": "ext::x"}
`, `
1 https://host/a/b@v1 t
2 git@h:a/b@ 
3 ssh://git@h/a/b@ 
4 duplicate
5 broken_line
6 bad_location
7 bad_location
8 bad_location
9 broken_line
10 broken_line
11 bad_location
12 bad_location
13 bad_location
14 bad_location
15 bad_location
16 bad_location`},
	} {
		list, err := Read(strings.NewReader(c.text), "dir")
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for i := range list {
			if e := &list[i]; e.Problem != nil {
				fmt.Fprintf(&got, "\n%d %s", e.Line, e.Problem.Reason)
			} else {
				fmt.Fprintf(&got, "\n%d %s@%s %s", e.Line, e.Location, e.Revision, e.Team)
			}
			if strings.Contains(written(t, &list[i]), "u:p") {
				t.Errorf("%s: a secret in %+v", name, list[i])
			}
		}
		if got.String() != c.want {
			t.Errorf("%s:%s\nwant:%s", name, got.String(), c.want)
		}
	}
	for _, text := range []string{"name\nx\n", "\"path\nx\n"} {
		if list, err := Read(strings.NewReader(text), ""); err == nil {
			t.Errorf("%q: %v", text, list)
		}
	}
}

// written is all of an entry that others may come to see.
func written(t *testing.T, e *Entry) string {
	t.Helper()
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestShards checks that shards are a division, whatever the order of the manifest.
func TestShards(t *testing.T) {
	t.Parallel()
	var lines []string
	for i := range 200 {
		lines = append(lines, fmt.Sprintf("r%d", i))
	}
	read := func() []Entry {
		list, err := Read(strings.NewReader("path\n"+strings.Join(lines, "\n")), "")
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	forward := read()
	slices.Reverse(lines)
	backward := read()
	total := 0
	for i := range 7 {
		s, err := ParseShard(fmt.Sprintf("%d/7", i))
		if err != nil {
			t.Fatal(err)
		}
		a, b := s.Of(forward), s.Of(backward)
		slices.Reverse(b)
		if !slices.EqualFunc(a, b, func(x, y Entry) bool { return x.Unit == y.Unit }) {
			t.Errorf("shard %s depends on the order", s)
		}
		if total += len(a); len(a) < 10 || len(a) > 50 {
			t.Errorf("shard %s has %d of 200", s, len(a))
		}
	}
	if total != 200 {
		t.Errorf("%d of 200 are in a shard", total)
	}
	for _, text := range []string{"", "1", "7/7", "-1/7", "1/0", "a/b", "1/7x", "01/7"} {
		if s, err := ParseShard(text); err == nil {
			t.Errorf("%q is %s", text, s)
		}
	}
}

// FuzzRead checks that no manifest brings it down, that no two entries are one, and that a
// password stays where it belongs: it is in no other part of the entry that it was taken from.
func FuzzRead(f *testing.F) {
	f.Add("path\na\n")
	f.Add("url,team\nhttps://u:pass-word@h/a,t\n")
	f.Add(`{"url": "https://u:pass-word@h/a"}`)
	f.Add(`{"url": "u:pass-word@h/a b", "name": "n"}`)
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Read(strings.NewReader(text), "d")
		if err != nil {
			return
		}
		units := make(map[string]bool)
		for i := range list {
			e := &list[i]
			if units[e.Unit] {
				t.Errorf("two entries are %s", e.Unit)
			}
			units[e.Unit] = true
			// Text that is there twice may be a name as well.
			if len(e.Password) > 7 && strings.Count(text, e.Password) == 1 && strings.Contains(written(t, e), e.Password) {
				t.Errorf("%q is in %+v", e.Password, e)
			}
		}
	})
}
