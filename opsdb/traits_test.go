package opsdb

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTraitDType(t *testing.T) {
	db := New()
	for _, tt := range []struct{ operator, of, want string }{
		{"view", "int64", "int64"},
		{"masked_fill_", "float16", "float16"},
		{"argmax", "", "int64"},
		{"sum", "float32", "float32"},
		{"sum", "bool", "int64"},
		{"sum", "int16", "int64"},
		{"sum", "uint16", ""}, // not run
		{"sqrt", "int64", "float32"},
		{"sqrt", "", ""},
		{"any", "", "bool"},
		{"any", "float16", "bool"},
		{"any", "int16", "bool"},
		{"all", "uint8", "uint8"},
		{"fft.rfft", "", "complex64"},
		{"fft.rfft", "complex64", ""}, // raises
		{"div", "int64", "float32"},   // of the common dtype
		{"div", "float64", "float64"},
		{"div_", "int64", "int64"},
		{"mul", "float32", "float32"},
		{"sort", "int64", ""}, // elements and their positions
		{"numpy.mean", "int32", "float64"},
		{"numpy.divide", "int64", "float64"},
		{"numpy.arctan2", "float32", "float32"},
		{"numpy.hypot", "int64", "float64"},
		{"numpy.mod", "int64", "int64"},
		{"numpy.power", "bool", "int8"},
		{"numpy.sqrt", "bfloat16", ""}, // NumPy has none
		{"jax.numpy.argmax", "float32", "int32"},
		{"jax.numpy.sqrt", "int32", "float32"},
		{"jax.numpy.sqrt", "int64", ""}, // not run, as JAX has 64 bits for those alone who ask
		{"no_operator", "float32", ""},
	} {
		if got := db.Trait(tt.operator).DType(tt.of); got != tt.want {
			t.Errorf("%s of %q: %q, want %q", tt.operator, tt.of, got, tt.want)
		}
	}
}

func TestTraitPromotes(t *testing.T) {
	db := New()
	for operator, want := range map[string]bool{
		"add": true, "div": true, "clamp": true, "numpy.power": true, "jax.numpy.maximum": true,
		"add_": false, "view": false, "sum": false, "argmax": false, "eq": false,
	} {
		if got := db.Trait(operator).Promotes(); got != want {
			t.Errorf("%s: %v", operator, got)
		}
	}
}

// TestTraits holds rows that were checked against the documentation.
func TestTraits(t *testing.T) {
	db := New()
	for _, tt := range []struct {
		operator string
		rank     Rank
		elements Elements
		gradient Gradient
	}{
		{"permute", RankSame, ElementsSame, ""},
		{"gather", RankBroadcast, ElementsPicked, ""}, // the index has as many, unless there are none
		{"expand", "", ElementsRepeated, ""},
		{"repeat", "", ElementsRepeated, ""},
		{"repeat_interleave", "", ElementsPicked, ""}, // a number may be 0
		{"maximum", RankBroadcast, "", ""},
		{"clamp", RankBroadcast, "", ""},
		{"clamp_", RankSame, "", ""},
		{"masked_fill", RankBroadcast, "", ""},
		{"masked_fill_", RankSame, "", ""},
		{"dropout", RankSame, "", ""},
		{"floor", RankSame, "", GradientZero},
		{"detach", RankSame, ElementsSame, GradientNone},
		{"data", RankSame, ElementsSame, GradientNone},
		{"numpy", RankSame, ElementsSame, GradientNone},
		{"new_zeros", "", "", GradientNone},
		{"new_tensor", "", "", GradientNone},
		{"long", RankSame, ElementsCast, GradientNone},
		{"double", RankSame, ElementsCast, ""},
		{"to", RankSame, ElementsCast, ""},
		{"type_as", RankSame, ElementsCast, ""},
		{"isnan", RankSame, "", GradientNone},
		{"chunk", "", ElementsPicked, ""}, // several tensors have no rank
		{"linalg.qr", "", "", ""},
		{"linalg.lu_solve", RankBroadcast, "", ""},
		{"sum_to_size", "", "", ""},
		{"resize_", "", "", ""},
		{"resize_as_", "", "", ""},
		{"item", "", "", GradientNone},
	} {
		got := db.Trait(tt.operator)
		if got.Rank != tt.rank || got.Elements != tt.elements || got.Gradient != tt.gradient {
			t.Errorf("%s: %+v, want %+v", tt.operator, got, tt)
		}
	}
}

func TestAttributeTrait(t *testing.T) {
	db := New()
	for name, want := range map[string]bool{"T": true, "mH": true, "data": true, "real": true, "shape": false, "size": false, "view": false} {
		if got := db.AttributeTrait(name) != (Trait{}); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestTraitRows holds each row against the others and against its own cells.
func TestTraitRows(t *testing.T) {
	table, err := New().traits() // which checks the cells, their order, and that none stands twice
	if err != nil {
		t.Fatal(err)
	}
	if len(table) < 900 {
		t.Errorf("%d rows, of more than 900", len(table))
	}
	for operator, trait := range table {
		if trait == (Trait{}) {
			t.Errorf("%s: the row says nothing", operator)
		}
		ofArrays := strings.HasPrefix(operator, "numpy.") || strings.HasPrefix(operator, "jax.")
		if ofArrays && (trait.Rank != "" || trait.Elements != "" || trait.Gradient != "") {
			t.Errorf("%s: more than a dtype", operator)
		}
		if strings.HasPrefix(operator, "torch.") {
			t.Errorf("%s: a row under the full name", operator)
		}
		if trait.Unless != (Argument{}) && trait.DType("int64") == "" && trait.DType("float32") == "" {
			t.Errorf("%s: another dtype with %s, and none without", operator, trait.Unless.Name)
		}
		// Elements in another dtype are cast, and those of the same one keep the dtype.
		if of := trait.DType("float64"); trait.KeepsValues() && of != "float64" && of != "" {
			t.Errorf("%s: keeps the values of float64 as %s", operator, of)
		}
		if trait.Promotes() && trait.KeepsValues() {
			t.Errorf("%s: keeps the values, in the dtype of others", operator)
		}
		for _, dtype := range []string{"float32", "float64", "bfloat16", "int64", "bool"} {
			if got := trait.DType(dtype); strings.HasPrefix(operator, "jax.") && (dtype != "float64" && got == "float64" || dtype != "int64" && got == "int64") {
				t.Errorf("%s of %s: 64 bits, for which a program must ask", operator, dtype)
			}
		}
	}
}

// TestTraitsWereMeasured compares the table and the program that writes it with the sums
// that verify/run wrote, so that neither changes without a run.
func TestTraitsWereMeasured(t *testing.T) {
	sums, err := os.ReadFile("../verify/operators/traits.sha256")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(sums)), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d sums, want 3", len(lines))
	}
	for _, line := range lines {
		want, name, _ := strings.Cut(line, "  ")
		data, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		data = []byte(strings.ReplaceAll(string(data), "\r\n", "\n")) // git may check out text so
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s changed since the traits were measured: run `verify/run traits`", name)
		}
	}
}
