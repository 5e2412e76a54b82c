package opsdb

import (
	"strings"
	"testing"
)

// TestOverlayReachesComposites checks what follows from a team's verdicts for
// operators that are made of those, and for the APIs that reach them.
func TestOverlayReachesComposites(t *testing.T) {
	tests := []struct {
		name, lines, api string
		status           Status
		reason           string // of the first finding, "" without any
	}{
		{"in place", "aten::gelu\tunsupported\t\tslow", "aten::gelu_", Unsupported, "slow"},
		{"every call", "aten::_linalg_svd\tunsupported\t\tslow", "torch.linalg.svd", Unsupported, "it calls _linalg_svd: slow"},
		{"some calls", "aten::mm\tunsupported\t\tslow", "torch.matmul", Limited, "some calls reach mm: slow"},
		{"a chain", "aten::bitwise_and\tfallback\t\tslow", "aten::__iand__", Fallback, "it calls bitwise_and_: slow"},
		{"under a condition", "aten::bitwise_and\tlimited\tbackward\tslow", "aten::__and__", Limited, "some calls reach bitwise_and: slow"},
		{"permitted", "aten::grid_sampler_2d\tsupported\naten::grid_sampler_3d\tsupported", "torch.nn.functional.grid_sample", Supported, ""},
		{"one of two permitted", "aten::grid_sampler_2d\tsupported", "torch.nn.functional.grid_sample", Fallback, "it decomposes into grid_sampler_2d and grid_sampler_3d, which have no lowering and run on the host"},
		{"permitted in place", "aten::lgamma\tsupported", "torch.Tensor.lgamma_", Supported, ""},
		{"by hand", "aten::gelu\tunsupported\t\tslow\naten::gelu_\tsupported", "aten::gelu_", Supported, ""},
		{"an overload", "aten::mm.out\tunsupported\t\tslow", "torch.matmul", Supported, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			j := overlaidWith(t, strings.Split(test.lines, "\n")...).Judge(test.api, lazyXLA())
			reason := ""
			if len(j.Findings) > 0 {
				reason = j.Findings[0].Verdict.Reason
			}
			if j.Status != test.status || reason != test.reason {
				t.Errorf("%s is %s (%s), want %s (%s)", test.api, j.Status, reason, test.status, test.reason)
			}
		})
	}
}

// TestOverlayYieldsToDocuments checks that a part that runs does not lift what
// AWS documents of the operator that is made of it.
func TestOverlayYieldsToDocuments(t *testing.T) {
	db := overlaidWith(t, "aten::_fft_c2c\tsupported", "aten::_fft_r2c\tsupported")
	if j := db.Judge("torch.fft.fft", lazyXLA()); j.Status != Unsupported || j.Deciding.Ref.Evidence != Documented {
		t.Errorf("torch.fft.fft is %s by %s", j.Status, j.Deciding.Ref.Evidence)
	}
}

// TestThrough checks that the reason of a part reads on in that of the operator made of
// it, and is found again there.
func TestThrough(t *testing.T) {
	for _, test := range []struct{ lead, reason, want string }{
		{EveryCall, "it sorts: slowly", "it calls part, which sorts: slowly"},
		{EveryCall, "its gradient sorts", "it calls part, whose gradient sorts"},
		{SomeCalls, "the compiler sorts", "some calls reach part: the compiler sorts"},
	} {
		got := Through(test.lead, "part", test.reason)
		if name, reason := Innermost("aten::whole", got); got != test.want || name != "part" || reason != test.reason {
			t.Errorf("%q through part is %q, want %q; read back as %q of %q", test.reason, got, test.want, reason, name)
		}
	}
	for _, own := range []string{"it sorts, which is slow", "it calls a function for each number, which is slow", "slow"} {
		if name, reason := Innermost("aten::whole", own); name != "whole" || reason != own {
			t.Errorf("%q is read as %q of %q", own, reason, name)
		}
	}
}

// TestRestsOn checks the words that the builder writes and the follower reads:
// every reason that begins in such words must be understood.
func TestRestsOn(t *testing.T) {
	db := New()
	understood := 0
	db.Verdicts(func(v Verdict) bool {
		parts := restsOn(v.Reason)
		if v.Ref.Evidence == Derived && strings.HasPrefix(v.Reason, "it decomposes into ") && len(parts) == 0 {
			t.Errorf("%s: %q names no part", v.Operator, v.Reason)
		}
		for _, part := range parts {
			if part != "?" && len(db.Overloads("aten::"+part)) == 0 {
				t.Errorf("%s: %q names %s, which is no operator", v.Operator, v.Reason, part)
			}
		}
		understood += min(1, len(parts))
		return false
	})
	if understood < 50 {
		t.Errorf("%d reasons name the parts that they rest on", understood)
	}
}

func TestOverlaidVersion(t *testing.T) {
	plain := New()
	one := overlaidWith(t, "aten::gelu\tsupported")
	same := overlaidWith(t, "aten::gelu\tsupported")
	other := overlaidWith(t, "aten::gelu\tunknown")
	both, err := one.Overlay("more.tsv", []byte(overlayHeader+"\naten::sort\tsupported"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(one.Version(), plain.Version()+"+overlay.") || strings.Contains(plain.Version(), "overlay") {
		t.Errorf("versions %q and %q", plain.Version(), one.Version())
	}
	if one.Version() != same.Version() || one.Version() == other.Version() || one.Version() == both.Version() {
		t.Errorf("versions of overlays: %q, %q, %q, %q", one.Version(), same.Version(), other.Version(), both.Version())
	}
}

// TestIdentity: what is kept of answers is told apart by the name of the file as
// well, since each answer cites it.
func TestIdentity(t *testing.T) {
	data := []byte(overlayHeader + "\naten::gelu\tsupported")
	overlaid := func(db *DB, name string) *DB {
		t.Helper()
		db, err := db.Overlay(name, data)
		if err != nil {
			t.Fatal(err)
		}
		return db
	}
	one := overlaid(New(), "my.tsv")
	if same := overlaid(New(), "my.tsv"); one.Identity() != same.Identity() {
		t.Errorf("identities %q and %q of the same", one.Identity(), same.Identity())
	}
	seen := make(map[string]bool)
	for _, db := range []*DB{New(), one, overlaid(New(), "other.tsv"), overlaid(one, "my.tsv")} {
		if seen[db.Identity()] {
			t.Errorf("identity %q of two", db.Identity())
		}
		seen[db.Identity()] = true
	}
}
