package source

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

// TestCharsets holds what is decoded against Python: the table, and names as
// people write them.
func TestCharsets(t *testing.T) {
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	out, err := exec.CommandContext(t.Context(), path, "charsets.py").Output()
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]string) // the line of an encoding
	for line := range strings.Lines(charsetTable) {
		name, _, _ := strings.Cut(line, ",")
		name, _, _ = strings.Cut(name, "\t")
		_, half, _ := strings.Cut(line, "\t")
		known[name] = half
	}
	for line := range strings.Lines(string(out)) {
		name, _, _ := strings.Cut(line, ",")
		name, _, _ = strings.Cut(name, "\t")
		if _, half, _ := strings.Cut(line, "\t"); known[name] != half {
			t.Errorf("%s: Python has %q, the table %q", name, half, known[name])
		}
	}
}

func TestFilesInCharsets(t *testing.T) {
	for _, tt := range []struct{ cookie, raw, want string }{
		{"cp437", "\x84", "ä"},
		{"IBM437", "\x84", "ä"},
		{"koi8-r", "\xf0", "П"},
		{"KOI8_R", "\xf0", "П"},
		{"windows-1251", "\xcf", "П"},
		{"iso-8859-5", "\xbf", "П"},
		{"mac-roman", "\x8a", "ä"},
		{"latin9", "\xa4", "€"},
		{"cp866", "\x8f", "П"},
	} {
		prefix := "# coding: " + tt.cookie + "\nx = '"
		f, err := New("a.py", []byte(prefix+tt.raw+"'\n"))
		if err != nil {
			t.Errorf("%s: %v", tt.cookie, err)
			continue
		}
		if want := prefix + tt.want + "'\n"; string(f.Text) != want {
			t.Errorf("%s: read %q", tt.cookie, f.Text)
		}
		at := bytes.IndexByte(f.Text, '\'') + 1
		if _, raw, err := f.RawEdit(Span{Start: at, End: at}, tt.want); err != nil || string(raw) != tt.raw {
			t.Errorf("%s: writes %q, %v", tt.cookie, raw, err)
		}
	}
	_, err := New("a.py", []byte("# coding: gbk\nx = '\xb0\xa1'\n"))
	if err == nil || !strings.Contains(err.Error(), "byte 0xb0 is beyond ASCII, which is all that is read of gbk") {
		t.Errorf("gbk: %v", err)
	}
}
