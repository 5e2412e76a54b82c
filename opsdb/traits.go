package opsdb

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb/cond"
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
	ElementsSame     Elements = "same"     // those of the first tensor, in whatever shape or order
	ElementsRepeated Elements = "repeated" // those, each at least once
	ElementsPicked   Elements = "picked"   // some of those, or some several times
	ElementsCast     Elements = "cast"     // those, each in its place, in another dtype
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
	Unless   Argument // which DType leaves aside

	dtype string // see DType
}

// Argument is an argument of a function that changes the dtype of the result.
type Argument struct {
	Name     string
	Position int    // 0-based, -1 for one that is passed by keyword only
	DType    string // with the argument; "" for an unknown one
}

// The dtypes of results that depend on those of operands: of the first tensor, or the
// common one of all operands.
const (
	sameDType     = "same"
	promotedDType = "promoted"
)

// Promotes reports whether the dtype follows from the common one of all operands.
func (t Trait) Promotes() bool { return strings.HasPrefix(t.dtype, promotedDType) }

// DType is the dtype of the result by that of the first tensor or, if Promotes, by the
// common one of all operands; either may be "" for an unknown one. It is "" where that is
// unknown.
func (t Trait) DType(of string) string {
	if !strings.Contains(t.dtype, ":") {
		return result(t.dtype, of)
	}
	asked := cmp.Or(of, "float32") // an operator that makes booleans or complex numbers of floats does so of all
	for list := range strings.FieldsSeq(t.dtype) {
		if to, from, _ := strings.Cut(list, ":"); slices.Contains(strings.Split(from, ","), asked) {
			return result(to, of)
		}
	}
	return ""
}

// result is the dtype that a rule leads to.
func result(rule, of string) string {
	if rule == sameDType || rule == promotedDType {
		return of
	}
	return rule
}

// KeepsValues reports whether all elements of the result are elements of the first tensor.
func (t Trait) KeepsValues() bool {
	return t.Elements != "" && t.Elements != ElementsCast
}

// TorchOperator is the name of an operator of PyTorch behind "torch." or "torch.Tensor.",
// and whether the API is a method of tensors. It is "" for other APIs.
func TorchOperator(api string) (name string, method bool) {
	name, torch := strings.CutPrefix(api, "torch.")
	if !torch {
		return "", false
	}
	return strings.CutPrefix(name, "Tensor.")
}

// AttributeTrait is the trait of an attribute of tensors: T, real. It is zero for methods and
// for attributes that are no tensors.
func (db *DB) AttributeTrait(name string) Trait {
	if api, ok := db.OperatorAPI("torch.Tensor." + name); !ok || api.Kind != "attribute" {
		return Trait{}
	}
	return db.Trait(name)
}

// CastDType is the dtype that a method of tensors casts to, if its name says so: long,
// double; "" for other names.
func (db *DB) CastDType(method string) string {
	if t := db.Trait(method); t.Elements == ElementsCast && cond.IsDType(t.dtype) {
		return t.dtype
	}
	return ""
}

// DTypeName is the name in PyTorch of a dtype of torch, numpy or jax.numpy; "" if the
// qualified name is none.
func (db *DB) DTypeName(name string) string {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return ""
	}
	base := name[dot+1:]
	switch name[:dot] {
	case "torch":
		if dtype := db.CastDType(base); dtype != "" {
			return dtype
		}
	case "numpy", "jax.numpy":
		if base == "bool_" {
			return "bool"
		}
	default:
		return ""
	}
	if cond.IsDType(base) {
		return base
	}
	return ""
}

// traitsSchema is the form of traits.tsv.
func traitsSchema() *schema {
	return &schema{file: "traits.tsv", keys: 1, columns: []string{
		"operator", "dtype", "unless", "rank", "elements", "gradient", "evidence", "source",
	}}
}

// loadTraits reads traits.tsv.
func loadTraits(fsys fs.FS) (map[string]Trait, error) {
	table := map[string]Trait{}
	err := readTable(fsys, traitsSchema(), func(r *row) {
		r.ref()
		r.checkDType()
		table[r.get("operator")] = Trait{
			Rank:     oneOf(r, "rank", "", RankSame, RankBroadcast),
			Elements: oneOf(r, "elements", "", ElementsSame, ElementsRepeated, ElementsPicked, ElementsCast),
			Gradient: oneOf(r, "gradient", "", GradientNone, GradientZero),
			Unless:   r.argument("unless"),
			dtype:    r.get("dtype"),
		}
	})
	return table, err
}

// argument reads NAME:POSITION=DTYPE. Without a position the argument is passed by keyword
// only, and without a dtype it is unknown with it.
func (r *row) argument(column string) Argument {
	word, dtype, told := strings.Cut(r.get(column), "=")
	name, _, positional := strings.Cut(word, ":")
	if told && !cond.IsDType(dtype) {
		r.fail(fmt.Errorf("%s: unknown dtype %q", column, dtype))
	}
	a := Argument{Name: name, DType: dtype, Position: -1}
	switch {
	case a.Name == "":
		return Argument{}
	case !positional:
		return a
	}
	a.Position = r.parameter(column, word).Position
	return a
}

// checkDType wants one rule, or lists of dtypes that stand in no other list and begin with
// the rule if there is one: promoted:float32,float64 float32:bool.
func (r *row) checkDType() {
	met := map[string]bool{}
	lists := strings.Fields(r.get("dtype"))
	for i, list := range lists {
		rule, dtypes, several := strings.Cut(list, ":")
		switch {
		case !several && len(lists) > 1:
			r.fail(fmt.Errorf("dtype: %q has no dtypes", list))
		case !cond.IsDType(rule) && (i > 0 || rule != sameDType && rule != promotedDType):
			r.fail(fmt.Errorf("dtype: unknown rule %q", rule))
		}
		for dtype := range strings.SplitSeq(dtypes, ",") {
			if several && (met[dtype] || !cond.IsDType(dtype)) {
				r.fail(fmt.Errorf("dtype: %q is unknown or stands twice", dtype))
			}
			met[dtype] = true
		}
	}
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
		t.dtype, t.Unless = sameDType, Argument{}
	}
	if inPlace && t.Rank == RankBroadcast {
		t.Rank = RankSame
	}
	return t
}
