package config

import "testing"

func TestPositions(t *testing.T) {
	at := positions([]byte("# é\nsdk = \"2.26\"\n\n  [per-file-ignores]\n\"a.py\" = [\n  \"NRN1\",\n]\n x.y = 1\r\nz = 2"))
	for key, want := range map[string]position{
		"sdk": {2, 1}, "per-file-ignores": {4, 4}, "per-file-ignores.a.py": {5, 1},
		"per-file-ignores.x": {8, 2}, "per-file-ignores.x.y": {8, 2}, "per-file-ignores.z": {9, 1},
	} {
		if at[key] != want {
			t.Errorf("%s is at %v, not at %v", key, at[key], want)
		}
	}
}
