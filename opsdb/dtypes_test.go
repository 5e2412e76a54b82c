package opsdb

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestDType(t *testing.T) {
	db := New()
	native := Target{SDK: "2.33", Rewrite: RewriteNeuron, Instance: "trn2"}
	tests := []struct {
		name     string
		target   Target
		want     Support
		evidence Evidence
		note     string
	}{
		{"torch.float32", on("trn1", "2.26"), SupportYes, Documented, "--auto-cast=none"},
		{"torch.half", on("inf2", "2.26"), SupportYes, Documented, ""},
		{"torch.bfloat16", on("trn3", "2.33"), SupportYes, Documented, ""},
		{"torch.float64", on("trn1", "2.26"), SupportNo, Inferred, "in no list"},
		{"torch.double", on("trn2", "2.33"), SupportNo, Inferred, "in no list"},
		{"torch.float64", native, SupportEmulated, Unofficial, "the lists of supported types lack it"},
		{"jax.numpy.float64", native, SupportNo, Inferred, "in no list"},
		{"torch.int64", on("trn1", "2.26"), SupportEmulated, Documented, "high bits"},
		{"torch.long", on("trn2", "2.31"), SupportEmulated, Documented, "high bits"},
		{"torch.int64", on("trn3", "2.30"), SupportEmulated, Inferred, "cores before"},
		{"torch.int64", on("inf2", "2.33"), SupportEmulated, Documented, "always"},
		{"torch.int64", on("trn2", "2.32"), SupportEmulated, Documented, "--native-int64=enabled"},
		{"torch.int64", on("trn3", "2.33"), SupportLimited, Inferred, "default of the next SDK"},
		{"torch.int32", on("trn1", "2.32"), SupportYes, Documented, ""},
		{"torch.int32", on("trn2", "2.32"), SupportLimited, Documented, "NCC_EVRF035"},
		{"torch.int8", on("trn2", "2.26"), SupportLimited, Documented, "vector and scalar"},
		{"torch.complex64", on("trn1", "2.26"), SupportNo, Inferred, "NCC_EVRF004"},
		{"torch.cfloat", on("trn2", "2.27"), SupportNo, Documented, "NCC_EVRF004"},
		{"torch.complex64", on("trn2", "2.32"), SupportLimited, Documented, "still rejects"},
		{"torch.complex128", on("trn3", "2.33"), SupportNo, Documented, "NCC_EVRF004"},
		{"torch.float8_e4m3fn", on("trn1", "2.26"), SupportNo, Inferred, "NxD Inference"},
		{"torch.float8_e4m3fn", on("inf2", "2.30"), SupportNo, Documented, "NCC_ESPP047"},
		{"torch.float8_e4m3fn", on("trn2", "2.33"), SupportNo, Documented, "NCC_EVRF051"},
		{"torch.float8_e4m3fn", on("trn3", "2.33"), SupportLimited, Documented, "NCC_ESPP047 rejects"},
		{"torch.float8_e5m2", on("trn2", "2.26"), SupportYes, Documented, ""},
		{"jax.numpy.float8_e4m3", on("trn1", "2.26"), SupportYes, Documented, "no type of torch"},
		{"torch.float8_e5m2fnuz", on("trn3", "2.33"), SupportNo, Documented, "NCC_EVRF005"},
		{"torch.float8_e4m3fnuz", on("trn2", "2.26"), SupportNo, Inferred, "NCC_EVRF005"},
		{"torch.bool", on("trn3", "2.33"), SupportYes, Documented, ""},
		{"torch.float64", on("inf1", "2.26"), SupportNo, Documented, "32 bits"},
	}
	for _, test := range tests {
		got, ok := db.DType(test.name, test.target)
		if !ok || got.Supported != test.want || got.Ref.Evidence != test.evidence {
			t.Errorf("DType(%s, %v) = %s (%s), %v; want %s (%s)", test.name, test.target,
				got.Supported, got.Ref.Evidence, ok, test.want, test.evidence)
		}
		if !strings.Contains(got.Note, test.note) {
			t.Errorf("DType(%s, %v): the note %q lacks %q", test.name, test.target, got.Note, test.note)
		}
	}
	for name, target := range map[string]Target{
		"torch.float16":       on("p4d", "2.26"),
		"torch.float32":       on("trn3", "2.26"), // Trn3 came with 2.27
		"torch.int16":         on("trn3", "2.33"), // no source names it
		"torch.no_such_dtype": on("trn1", "2.26"),
		"":                    on("trn1", "2.26"),
	} {
		if got, ok := db.DType(name, target); ok {
			t.Errorf("DType(%q, %v) = %+v, want none", name, target, got)
		}
	}
}

// TestRestrictionWins has one row for a stack and one for all stacks on equal
// evidence: the restriction wins, whichever of them it is.
func TestRestrictionWins(t *testing.T) {
	for _, rows := range []string{
		"t\tv3\tany\t2.26-\ttorch.t\ttrn2\tyes\t\tsource\tx\nt\tv3\txla\t2.26-\ttorch.t\ttrn2\tno\t\tsource\tx\n",
		"t\tv3\tany\t2.26-\ttorch.t\ttrn2\tno\t\tsource\tx\nt\tv3\txla\t2.26-\ttorch.t\ttrn2\tyes\t\tsource\tx\n",
	} {
		header, _, _ := strings.Cut(string(tables(t)["dtypes.tsv"].Data), "\n")
		db := newDB(fstest.MapFS{"dtypes.tsv": {Data: []byte(header + "\n" + rows)}})
		if got, ok := db.DType("torch.t", on("trn2", "2.26")); !ok || got.Supported != SupportNo {
			t.Errorf("DType = %s, %v, want the restriction", got.Supported, ok)
		}
	}
}
