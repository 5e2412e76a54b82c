package opsdb

import "testing"

func TestTraitDType(t *testing.T) {
	db := New()
	for _, tt := range []struct{ operator, first, want string }{
		{"view", "int64", "int64"},
		{"masked_fill_", "float16", "float16"},
		{"argmax", "", "int64"},
		{"sum", "float32", "float32"},
		{"sum", "bool", "int64"},
		{"sum", "int16", ""}, // not tried
		{"sqrt", "int64", "float32"},
		{"any", "", "bool"},
		{"fft.rfft", "", "complex64"},
		{"fft.rfft", "float16", ""},
		{"mul", "float32", ""}, // up to the other operand
		{"numpy.mean", "int32", "float64"},
		{"jax.numpy.argmax", "float32", "int32"},
		{"no_operator", "float32", ""},
	} {
		if got := db.Trait(tt.operator).DType(tt.first); got != tt.want {
			t.Errorf("%s of %q: %q, want %q", tt.operator, tt.first, got, tt.want)
		}
	}
}

func TestTraits(t *testing.T) {
	db := New()
	for _, tt := range []struct {
		operator string
		want     Trait
	}{
		{"permute", Trait{Rank: RankSame, Elements: ElementsSame, dtype: "same"}},
		{"gather", Trait{Elements: ElementsPicked, dtype: "same"}},
		{"maximum", Trait{Rank: RankBroadcast, dtype: "promoted"}},
		{"floor", Trait{Rank: RankSame, Gradient: GradientZero, dtype: "same"}},
		{"detach", Trait{Rank: RankSame, Elements: ElementsSame, Gradient: GradientNone, dtype: "same"}},
	} {
		if got := db.Trait(tt.operator); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.operator, got, tt.want)
		}
	}
}
