package spelling

import "testing"

func TestDistance(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"select", "select", 0},
		{"selct", "select", 1},
		{"slelect", "select", 1},
		{"sleect", "select", 1},
		{"ignore", "exclude", 6},
		{"kitten", "sitting", 3},
	}
	for _, test := range tests {
		if got := Distance(test.a, test.b, 99); got != test.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
	if got := Distance("ignore", "exclude", 2); got != 3 {
		t.Errorf("beyond the limit of 2: %d, want 3", got)
	}
}

func TestClosest(t *testing.T) {
	names := []string{"select", "exclude", "ignore", "sdk"}
	for word, want := range map[string]string{"exlude": "exclude", "SDK": "sdk", "ingore": "ignore", "": "sdk"} {
		if got := Closest(word, names); got != want {
			t.Errorf("Closest(%q) = %q, want %q", word, got, want)
		}
	}
	if got := Closest("x", nil); got != "" {
		t.Errorf("without candidates: %q", got)
	}
}

func TestNear(t *testing.T) {
	candidates := []string{"check", "fix", "explain", "rules"}
	for word, want := range map[string]string{
		"chekc": "check", "CHECK": "check", "fx": "fix", "xplian": "explain", "lint": "", "nonsense": "", "": "",
	} {
		if got := Near(word, candidates); got != want {
			t.Errorf("Near(%q) = %q, want %q", word, got, want)
		}
	}
	formats := []string{"text", "json", "sarif", "junit", "html"}
	for word, want := range map[string]string{"tex": "text", "jsn": "json", "htm": "html", "xml": "", "pdf": "", "csv": "", "yaml": ""} {
		if got := Near(word, formats); got != want {
			t.Errorf("Near(%q) = %q, want %q", word, got, want)
		}
	}
	if got := Question("chekc", candidates) + Question("lint", candidates); got != "; did you mean check?" {
		t.Errorf("asked: %q", got)
	}
	if got := Near("x", nil); got != "" {
		t.Errorf("of nothing %q is near", got)
	}
}
