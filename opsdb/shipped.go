package opsdb

import (
	"embed"
	"io/fs"
)

//go:embed data/*.tsv
var embedded embed.FS

// The tables that are looked up as text. A file system hands out copies, which
// for these cost more than all lookups of a small run; the program holds them
// once.
var (
	//go:embed data/apis.tsv
	apisText string
	//go:embed data/cuda_apis.tsv
	cudaAPIsText string
	//go:embed data/declarations.tsv
	declarationsText string
	//go:embed data/operators.tsv
	operatorsText string
	//go:embed data/parameters.tsv
	parametersText string
	//go:embed data/replacements.tsv
	replacementsText string
	//go:embed data/returns.tsv
	returnsText string
)

// shipped are the tables that come with the program.
type shipped struct{ fs.FS }

func shippedTables() fs.FS {
	sub, err := fs.Sub(embedded, "data")
	if err != nil {
		return embedded // unreachable: "data" is a valid path
	}
	return shipped{sub}
}

// text is a table without a copy.
func (shipped) text(name string) (string, bool) {
	switch name {
	case "apis.tsv":
		return apisText, true
	case "cuda_apis.tsv":
		return cudaAPIsText, true
	case "declarations.tsv":
		return declarationsText, true
	case "operators.tsv":
		return operatorsText, true
	case "parameters.tsv":
		return parametersText, true
	case "replacements.tsv":
		return replacementsText, true
	case "returns.tsv":
		return returnsText, true
	}
	return "", false
}
