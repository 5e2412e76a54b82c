package lsp

import "testing"

func TestMarkdown(t *testing.T) {
	for text, want := range map[string]string{
		"plain": "plain",
		"`x_y` runs on the host (source: https://example.org/a_b.cpp?plain=1#L7)":      "\\`x\\_y\\` runs on the host (source: <https://example.org/a_b.cpp?plain=1#L7>)",
		"see https://example.org/a_b. Then https://example.org/c~d, and https://e.org": "see <https://example.org/a_b>. Then <https://example.org/c~d>, and <https://e.org>",
		"https://example.org/*": "<https://example.org/*>",
	} {
		if got := markdown(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
