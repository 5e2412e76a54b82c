package cond_test

import (
	"testing"

	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// nothing is a call of which nothing is known.
type nothing struct{}

func (nothing) Arg(string) (cond.Value, bool) { return cond.Value{}, false }
func (nothing) Given(string) cond.Truth       { return cond.Unknown }
func (nothing) OnHost(string) cond.Truth      { return cond.Unknown }
func (nothing) DType() (string, bool)         { return "", false }
func (nothing) Rank() (int, bool)             { return 0, false }
func (nothing) Fact(string) cond.Truth        { return cond.Unknown }
func (nothing) Target() string                { return "" }

// call is a call of which all is known but what is left out: the arguments
// that are passed, the defaults of others, and facts.
type call struct {
	passed, defaults map[string]cond.Value
	facts            map[string]cond.Truth
	host             map[string]cond.Truth // of tensors that are passed
	dtype, target    string
	rank             int
}

func (c call) Arg(name string) (cond.Value, bool) {
	if v, ok := c.passed[name]; ok {
		return v, true
	}
	v, ok := c.defaults[name]
	return v, ok
}

func (c call) Given(name string) cond.Truth {
	if _, ok := c.passed[name]; ok {
		return cond.True
	}
	return cond.False
}

func (c call) OnHost(name string) cond.Truth { return c.host[name] }
func (c call) DType() (string, bool)         { return c.dtype, c.dtype != "" }
func (c call) Rank() (int, bool)             { return c.rank, c.rank > 0 }
func (c call) Fact(name string) cond.Truth   { return c.facts[name] }
func (c call) Target() string                { return c.target }

func evaluate(t *testing.T, text string, env cond.Env) cond.Truth {
	t.Helper()
	e, err := cond.Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return cond.Eval(e, env)
}

func TestThreeValues(t *testing.T) {
	t.Parallel()
	env := call{facts: map[string]cond.Truth{"backward": cond.True, "training": cond.False}}
	const yes, no, open = "backward", "training", "shape dynamic"
	for _, c := range []struct {
		text string
		want cond.Truth
	}{
		{"", cond.True},
		{yes, cond.True},
		{no, cond.False},
		{open, cond.Unknown},
		{"not " + yes, cond.False},
		{"not " + no, cond.True},
		{"not " + open, cond.Unknown},
		{yes + " and " + yes, cond.True},
		{yes + " and " + no, cond.False},
		{yes + " and " + open, cond.Unknown},
		{no + " and " + no, cond.False},
		{no + " and " + open, cond.False},
		{open + " and " + no, cond.False},
		{open + " and " + yes, cond.Unknown},
		{open + " and " + open, cond.Unknown},
		{yes + " or " + no, cond.True},
		{yes + " or " + open, cond.True},
		{open + " or " + yes, cond.True},
		{no + " or " + no, cond.False},
		{no + " or " + open, cond.Unknown},
		{open + " or " + open, cond.Unknown},
		{"not (" + no + " and " + open + ")", cond.True},
		{open + " or not " + open, cond.Unknown},
	} {
		if got := evaluate(t, c.text, env); got != c.want {
			t.Errorf("%q is %s, want %s", c.text, got, c.want)
		}
	}
}

func TestArgumentsOfACall(t *testing.T) {
	t.Parallel()
	env := call{
		passed: map[string]cond.Value{
			"p": cond.Number(2), "norm": cond.String("fro"), "inplace": cond.Bool(true), "dim": cond.None(),
			"dilation": cond.Sequence(cond.Number(1), cond.Number(1)), "stride": cond.Sequence(cond.Number(1), cond.Number(2)),
			"padding": cond.Sequence(), "weight": cond.Other(), "dtype": cond.DType("int64"),
		},
		host:     map[string]cond.Truth{"weight": cond.True, "p": cond.False},
		defaults: map[string]cond.Value{"eps": cond.Number(0.5), "reduce": cond.String("mean")},
		dtype:    "float64", target: "trn1", rank: 2,
	}
	for text, want := range map[string]cond.Truth{
		`arg p not in {1,2,inf,-inf,"fro"}`:  cond.False,
		`arg p in {1,3}`:                     cond.False,
		`arg norm in {1,"fro"}`:              cond.True,
		`arg norm = 1`:                       cond.False,
		`arg norm < 1`:                       cond.Unknown,
		`arg p = 2.0`:                        cond.True,
		`arg p >= 2 and arg p < 3`:           cond.True,
		`arg p > 2 or arg p <= 1`:            cond.False,
		`arg inplace = True`:                 cond.True,
		`arg inplace = 1`:                    cond.True,
		`arg inplace = False`:                cond.False,
		`arg dim = None`:                     cond.True,
		`arg dim = 0`:                        cond.False,
		`arg dim < 0`:                        cond.Unknown,
		`arg dilation = 1`:                   cond.True,
		`arg dilation != 1`:                  cond.False,
		`arg dilation <= 1`:                  cond.True,
		`arg stride = 1`:                     cond.False,
		`arg stride != 1`:                    cond.True,
		`arg stride > 1`:                     cond.Unknown,
		`arg stride in {1,2}`:                cond.True,
		`arg padding = 0`:                    cond.False,
		`arg weight given`:                   cond.True,
		`arg weight != None`:                 cond.True,
		`arg weight = 1`:                     cond.False,
		`arg weight on host`:                 cond.True,
		`arg p on host`:                      cond.False,
		`arg other on host`:                  cond.Unknown,
		`arg dtype = int64`:                  cond.True,
		`kwarg dtype != int64`:               cond.False,
		`arg eps = 0.5`:                      cond.True,
		`kwarg eps = 0.5`:                    cond.False,
		`kwarg other != 1`:                   cond.False,
		`arg other != 1`:                     cond.Unknown,
		`arg other given and arg other != 1`: cond.False,
		`arg eps given`:                      cond.False,
		`arg eps absent`:                     cond.True,
		`dtype is float64`:                   cond.True,
		`dtype in {int8,int16}`:              cond.False,
		`target in {trn1,inf2}`:              cond.True,
		`target is trn2`:                     cond.False,
		`rank = 2`:                           cond.True,
		`rank != 2`:                          cond.False,
	} {
		if got := evaluate(t, text, env); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

func TestNothingIsKnown(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"arg p = 1", "kwarg p = 1", "arg p given", "arg p absent", "arg p on host", "dtype is int8", "target is trn1",
		"rank < 3", "backward", "mask boolean", "overload self",
	} {
		if got := evaluate(t, text, nothing{}); got != cond.Unknown {
			t.Errorf("%q is %s, want unknown", text, got)
		}
	}
}

func TestOverloadOfAFact(t *testing.T) {
	t.Parallel()
	if name, ok := cond.Overload("overload self_Tensor"); !ok || name != "self_Tensor" {
		t.Errorf("overload is %q, %t", name, ok)
	}
	if _, ok := cond.Overload(cond.Backward); ok {
		t.Error("backward names an overload")
	}
}
