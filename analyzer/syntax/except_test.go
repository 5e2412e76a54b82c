package syntax

import "testing"

func TestCaught(t *testing.T) {
	for clause, want := range map[string]string{
		"except:":                          "all",
		"except A:":                        "A",
		"except a.B as e:":                 "a.B",
		"except (A, (B, C)):":              "A | B | C",
		"except (\n  A, # why\n  B) as e:": "A | B",
		"except (A):":                      "A",
		"except A, b.C:":                   "A | b.C",
		"except A, (B, C), D:":             "A | B | C | D",
	} {
		tree := parseClean(t, "try:\n  x\n"+clause+" # c\n  y\n")
		classes, bare := tree.Caught(find(t, tree, KindExcept))
		got := texts(tree, classes)
		if bare {
			got = "all"
		}
		if got != want {
			t.Errorf("%q takes %s, want %s", clause, got, want)
		}
	}
}
