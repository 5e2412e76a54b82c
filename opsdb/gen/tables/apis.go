package tables

import (
	"cmp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// publicAPI is a row of the table of public APIs in the making.
type publicAPI struct {
	name, kind, source string
	aliases            []string
	operators          []string
	primitive          bool        // it stands for a primitive of JAX, which every use of it reaches
	reach              opsdb.Reach // its behaviour where it has no operators
	likeAPI            string      // the API that it has its operators from
	sometimes          []opsdb.Path
	deprecated         string // no, yes or removed
	replacement        string
	effective          string // the lowering tables' answer for it as a whole
	partial            []string
	documented         bool
}

// publicAPIs reads the public names of PyTorch and JAX and the operators that they
// reach.
func publicAPIs(dir string, verdicts []opsdb.Verdict) ([]publicAPI, error) {
	restricted := restrictionsOf(verdicts)
	paths, err := readPaths(dir)
	if err != nil {
		return nil, err
	}
	torch, err := torchAPIs(dir)
	if err != nil {
		return nil, err
	}
	jax, err := jaxAPIs(dir)
	if err != nil {
		return nil, err
	}
	spellings := slices.Concat(torch, jax)
	reached, err := readReached(dir)
	if err != nil {
		return nil, err
	}
	if err := reached.complete(spellings); err != nil {
		return nil, err
	}
	apis := foldAliases(spellings)
	return apis, paths.sortAll(apis, restricted)
}

// torchAPIs reads the public names of PyTorch and torchvision. Names that need
// CUDA are judged by the table of CUDA-side names.
func torchAPIs(dir string) ([]publicAPI, error) {
	rows, err := readInput(dir, "torch_api.tsv", "api", "kind", "aten_ops", "effective",
		"deprecated", "replacement", "cuda_specific", "listed_in", "source")
	if err != nil {
		return nil, err
	}
	var apis []publicAPI
	for _, r := range rows {
		if r["cuda_specific"] == "yes" {
			continue
		}
		api := fromRecord(r, r["aten_ops"])
		api.effective = r["effective"]
		if _, cell, ok := strings.Cut(r["effective"], "partial:"); ok {
			api.partial = strings.Split(cell, ",")
		}
		apis = append(apis, api)
	}
	ageTogether(apis)
	return apis, nil
}

// ageTogether marks the methods of tensors whose function of the same name is
// deprecated and reaches the same operator: there PyTorch warns of both spellings.
func ageTogether(apis []publicAPI) {
	functions := map[string]publicAPI{}
	for _, api := range apis {
		if api.deprecated == "yes" {
			functions[api.name] = api
		}
	}
	for i := range apis {
		method := &apis[i]
		name, ok := strings.CutPrefix(method.name, "torch.Tensor.")
		function := functions["torch."+name]
		if ok && method.deprecated == "no" && slices.ContainsFunc(method.operators, func(operator string) bool {
			return slices.Contains(function.operators, operator)
		}) {
			method.deprecated, method.replacement = function.deprecated, function.replacement
		}
	}
}

// jaxAPIs reads the public names of JAX.
func jaxAPIs(dir string) ([]publicAPI, error) {
	rows, err := readInput(dir, "jax_api.tsv", "api", "kind", "lax_primitives",
		"platform_limited_primitives", "deprecated", "replacement", "listed_in", "source")
	if err != nil {
		return nil, err
	}
	named, err := readPrimitiveNames(dir)
	if err != nil {
		return nil, err
	}
	apis := make([]publicAPI, 0, len(rows))
	for _, r := range rows {
		api := fromRecord(r, r["lax_primitives"])
		if err := named.stand(&api); err != nil {
			return nil, err
		}
		for primitive := range strings.FieldsSeq(r["platform_limited_primitives"]) {
			name, _, _ := strings.Cut(primitive, "=")
			api.partial = append(api.partial, name)
		}
		apis = append(apis, api)
	}
	return apis, nil
}

// fromRecord reads the columns that the inputs of both frameworks share.
func fromRecord(r record, operators string) publicAPI {
	return publicAPI{
		name:        r["api"],
		kind:        r["kind"],
		source:      cmp.Or(r["source"], frameworkSource(r["api"])),
		operators:   strings.Fields(operators),
		deprecated:  strings.Replace(r["deprecated"], "deprecated", "yes", 1),
		replacement: r["replacement"],
		documented:  strings.Contains(r["listed_in"], "docs"),
	}
}

// frameworkSource cites the framework as a whole, for names that it builds at
// run time.
func frameworkSource(api string) string {
	if strings.HasPrefix(api, "jax") {
		return "jax-ml/jax@jax-v0.6.2"
	}
	return "pytorch/pytorch@v2.8.0"
}

// foldAliases makes one row of the spellings of one object: those that are
// defined at the same place under the same name, filed under the documented
// spelling or the shortest one.
func foldAliases(apis []publicAPI) []publicAPI {
	groups := map[string][]publicAPI{}
	var order []string
	for _, api := range apis {
		key := identity(api)
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], api)
	}
	folded := make([]publicAPI, 0, len(order))
	for _, key := range order {
		group := groups[key]
		slices.SortFunc(group, canonicalFirst)
		api := group[0]
		for _, other := range group[1:] {
			api.aliases = append(api.aliases, other.name)
		}
		slices.Sort(api.aliases)
		folded = append(folded, api)
	}
	return folded
}

// identity tells objects apart. A generated stub gives no line, and then every
// spelling stands for itself.
func identity(api publicAPI) string {
	_, place, _ := strings.Cut(api.source, ":")
	if !strings.Contains(place, ":") {
		return api.name
	}
	parts := strings.Split(api.name, ".")
	own := parts[len(parts)-1:]
	if api.kind == "method" || api.kind == "attribute" {
		own = parts[max(0, len(parts)-2):]
	}
	return strings.Join(own, ".") + "\t" + api.source + "\t" + strings.Join(api.operators, " ") + string(api.reach)
}

// canonicalFirst orders spellings by how good a name they are.
func canonicalFirst(a, b publicAPI) int {
	rank := func(api publicAPI) int {
		if api.documented {
			return 0
		}
		return 1
	}
	return cmp.Or(
		cmp.Compare(rank(a), rank(b)),
		cmp.Compare(strings.Count(a.name, "."), strings.Count(b.name, ".")),
		cmp.Compare(len(a.name), len(b.name)),
		cmp.Compare(a.name, b.name),
	)
}
