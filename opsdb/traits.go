package opsdb

import (
	"fmt"
	"io/fs"
	"strings"
)

// Rank says how many dimensions a result has.
type Rank string

// How many dimensions a result may have.
const (
	RankSame      Rank = "same"      // as many as the first tensor
	RankBroadcast Rank = "broadcast" // as many as the operand that has most
)

// Elements says what the elements of a result are.
type Elements string

// What the elements of a result may be.
const (
	ElementsSame   Elements = "same"   // those of the first tensor, in whatever shape or order
	ElementsPicked Elements = "picked" // some of those, or some several times
)

// Gradient says what an operator makes of a gradient.
type Gradient string

// What an operator may make of a gradient.
const (
	GradientNone Gradient = "none" // the result needs none
	GradientZero Gradient = "zero" // of every element it is zero
)

// Trait is what the result of an operator, or of a function of NumPy or JAX, has of its
// first tensor. A zero field says nothing.
type Trait struct {
	Rank     Rank
	Elements Elements
	Gradient Gradient

	dtype string // see DType
}

// promoted is the dtype of results that have the common one of all operands.
const promoted = "promoted"

// Promotes reports whether the dtype is the common one of all operands.
func (t Trait) Promotes() bool { return t.dtype == promoted }

// DType is the dtype of the result for a first tensor of a dtype, which may be "" for an
// unknown one. It is "" where that is unknown, or up to other operands.
func (t Trait) DType(first string) string {
	rule, others, _ := strings.Cut(t.dtype, " ")
	if rule != "same" {
		return strings.TrimPrefix(rule, promoted)
	}
	for other := range strings.FieldsSeq(others) {
		switch from, to, _ := strings.Cut(other, ":"); {
		case from == first || first == "" && from == "float32":
			return to // whoever makes booleans or complex numbers of floats does so of all
		case family(from) == family(first) && !strings.Contains(tried, " "+first+" "):
			return ""
		}
	}
	return first
}

// tried are the dtypes that operators were run with.
const tried = " bool bfloat16 complex64 float32 float64 int32 int64 uint8 "

// family is the name of a dtype without its width.
func family(dtype string) string {
	return strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(dtype, "b"), "u"), "0123456789")
}

// Rearranges reports whether all elements of the result are elements of the first tensor.
func (t Trait) Rearranges() bool { return t.Elements != "" }

// loadTraits reads traits.tsv.
func loadTraits(fsys fs.FS) (map[string]Trait, error) {
	table := map[string]Trait{}
	s := &schema{file: "traits.tsv", keys: 1, columns: []string{
		"operator", "dtype", "rank", "elements", "gradient", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) {
		r.ref()
		t := Trait{
			Rank:     oneOf(r, "rank", "", RankSame, RankBroadcast),
			Elements: oneOf(r, "elements", "", ElementsSame, ElementsPicked),
			Gradient: oneOf(r, "gradient", "", GradientNone, GradientZero),
			dtype:    r.get("dtype"),
		}
		if rule, others, _ := strings.Cut(t.dtype, " "); others != "" && rule != "same" {
			r.fail(fmt.Errorf("dtype: %q has exceptions", rule))
		}
		table[r.get("operator")] = t
	})
	return table, err
}

// Trait returns what is known of an operator of PyTorch by its name behind "torch." or
// "torch.Tensor.", in place or not, and of a function of NumPy or JAX by its full name.
func (db *DB) Trait(operator string) Trait {
	table, _ := db.traits()
	if t, ok := table[operator]; ok {
		return t
	}
	out, inPlace := strings.CutSuffix(operator, "_")
	t := table[out]
	if inPlace && t != (Trait{}) {
		t.dtype = "same"
	}
	if inPlace && t.Rank == RankBroadcast {
		t.Rank = RankSame
	}
	return t
}
