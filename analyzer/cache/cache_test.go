package cache

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

type inner struct {
	Text  string
	Flag  bool
	Small int8
}

type outer struct {
	Numbers []int
	Table   map[string]inner
	One     *inner
	None    *inner
	Empty   []string
	Nothing []string
	Sum     [3]uint8
	Bytes   []byte
	Size    uint64

	hidden int
}

func example() outer {
	return outer{
		Numbers: []int{0, -1, 1 << 40}, Table: map[string]inner{"b": {Text: "x"}, "a": {Text: "x", Flag: true, Small: -128}},
		One: &inner{Text: "a"}, Empty: []string{}, Sum: [3]uint8{0, 200, 255}, Bytes: []byte("\x00\xff"), Size: 1 << 63, hidden: 0,
	}
}

func TestCodec(t *testing.T) {
	data := Encode(example())
	var got outer
	if err := Decode(data, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(example(), got, cmp.AllowUnexported(outer{})); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if again := Encode(got); string(again) != string(data) {
		t.Error("equal values come to different bytes")
	}
	if n := strings.Count(string(data), "x"); n != 1 {
		t.Errorf("a text is written %d times", n)
	}
	for n := range data {
		if Decode(data[:n], new(outer)) == nil {
			t.Errorf("%d of %d bytes are taken for all", n, len(data))
		}
	}
	if Decode(append(data, 0), new(outer)) == nil {
		t.Error("a byte too many is overlooked")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(Encode(example()))
	f.Add([]byte{255, 255, 255, 255, 15})
	f.Fuzz(func(t *testing.T, data []byte) {
		var v outer
		if Decode(data, &v) != nil {
			return
		}
		var again outer
		if err := Decode(Encode(v), &again); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(v, again, cmp.AllowUnexported(outer{})); diff != "" {
			t.Errorf("(-first +second)\n%s", diff)
		}
	})
}

func FuzzParse(f *testing.F) {
	dir := f.TempDir()
	if err := Write(dir, "x", map[string][]byte{"a": []byte("1"), "b": nil}); err != nil {
		f.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "x"+suffix))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(_ *testing.T, data []byte) {
		p := parse(data)
		if p == nil {
			return
		}
		for name := range p.sections {
			p.Section(name)
		}
	})
}

func TestPack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	if Read(dir, "x", 1<<20) != nil {
		t.Error("a pack that is not there")
	}
	sections := map[string][]byte{"one": []byte("first"), "two": {}, "run:1": []byte("r")}
	if err := Write(dir, "x", sections); err != nil {
		t.Fatal(err)
	}
	p := Read(dir, "x", 1<<20)
	for name, want := range sections {
		if got, ok := p.Section(name); !ok || string(got) != string(want) {
			t.Errorf("%s: %q, %v", name, got, ok)
		}
	}
	if _, ok := p.Section("three"); ok {
		t.Error("a section that is not there")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("left behind: %v (%v)", entries, err)
	}
}

func TestPrune(t *testing.T) {
	dir := t.TempDir()
	const hour = time.Hour
	name := func(digit string) string { return strings.Repeat(digit, 32) + suffix }
	for file, age := range map[string]time.Duration{
		name("a"): 50 * hour, name("b"): 3 * hour, name("c"): 2 * hour, name("d"): hour,
		temporary + "123": 2 * hour, temporary + "124": 0,
		"notes.pack": 50 * hour, "README": 50 * hour, tag: 50 * hour, strings.Repeat("a", 32): 50 * hour,
	} {
		path := filepath.Join(dir, file)
		if err := os.WriteFile(path, make([]byte, 100), 0o600); err != nil {
			t.Fatal(err)
		}
		when := time.Now().Add(-age)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, name("e")), 0o700); err != nil {
		t.Fatal(err)
	}
	Prune(dir, 40*hour, 350)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	want := []string{temporary + "124", tag, "README", strings.Repeat("a", 32), name("c"), name("d"), name("e"), "notes.pack"}
	slices.Sort(want)
	if diff := cmp.Diff(want, left); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
}
