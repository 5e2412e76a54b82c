package journal

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestTornAtEveryByte cuts a journal anywhere: what was whole is there, and it goes on.
func TestTornAtEveryByte(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	head := Head{Shard: "0/1", Settings: "s"}
	name := filepath.Join(dir, "whole")
	j, err := Open(name, head)
	if err != nil {
		t.Fatal(err)
	}
	units := []string{"a", "b", "c"}
	for _, u := range units {
		if err := j.Add(Done{Unit: u}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(data) + 1 {
		torn := filepath.Join(dir, "torn")
		if err := os.WriteFile(torn, data[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		j, err := Open(torn, head)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		for _, u := range units {
			if _, ok := j.Done[u]; !ok {
				if err := j.Add(Done{Unit: u}); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(torn)
		if err != nil || string(got) != string(data) {
			t.Errorf("cut at %d: %q, want %q", cut, got, data)
		}
	}
	if _, err := Open(name, Head{Shard: "0/1", Settings: "others"}); !errors.Is(err, ErrSettings) {
		t.Errorf("other settings: %v", err)
	}
}
