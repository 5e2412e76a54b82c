package config

import (
	"strings"
	"testing"
)

func TestDefaultIsValid(t *testing.T) {
	s := Default()
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
}

func TestValidate(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Settings)
		want   string // part of the error; empty means valid
	}{
		{"newer sdk", func(s *Settings) { s.SDK = "2.33" }, ""},
		{"unknown sdk", func(s *Settings) { s.SDK = "2.1" }, `sdk: "2.1" is not one of 2.26, 2.33`},
		{"unknown rewrite", func(s *Settings) { s.Rewrite = "cuda" }, `rewrite: "cuda"`},
		{"unknown target", func(s *Settings) { s.Target = "inf1" }, `target: "inf1"`},
		{"unknown severity", func(s *Settings) { s.FailOn = "fatal" }, `fail-on: "fatal"`},
		{"unknown confidence", func(s *Settings) { s.MinConfidence = "sure" }, `min-confidence: "sure"`},
		{"no workers", func(s *Settings) { s.Jobs = 0 }, "jobs: 0 is not between 1 and"},
		{"no time", func(s *Settings) { s.FileTimeout = -1 }, "file-timeout: -1"},
		{"more time than there is", func(s *Settings) { s.FileTimeout = 1 << 40 }, "file-timeout: 1099511627776"},
		{"native on inf2", func(s *Settings) { s.Target = "inf2" }, "exists on trn2 and trn3 only"},
		{"native on trn1", func(s *Settings) { s.Target = "trn1" }, "use --rewrite xla"},
		{"portable on inf2", func(s *Settings) { s.Rewrite, s.Target = "portable", "inf2" }, "rewrite portable"},
		{"xla on inf2", func(s *Settings) { s.Rewrite, s.Target = "xla", "inf2" }, ""},
		{"xla on trn1", func(s *Settings) { s.Rewrite, s.Target = "xla", "trn1" }, ""},
		{"native on trn3", func(s *Settings) { s.Target = "trn3" }, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := Default()
			tt.change(&s)
			err := s.Validate()
			switch {
			case tt.want == "" && err != nil:
				t.Fatalf("unexpected error: %v", err)
			case tt.want != "" && err == nil:
				t.Fatalf("no error, want one with %q", tt.want)
			case tt.want != "" && !strings.Contains(err.Error(), tt.want):
				t.Fatalf("error %q does not contain %q", err, tt.want)
			}
		})
	}
}
