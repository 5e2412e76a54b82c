//go:build ignore

// This program writes the tables of operators and of the public APIs that
// reach them from the files in opsdb/gen/inputs. It is run in the root of the
// repository:
//
//	go run ./opsdb/gen/main.go
//
// The same inputs give the same tables, byte for byte. The next SDK is a matter
// of new inputs and of running it again.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/neuronlint/neuronlint/opsdb/gen/tables"
)

func main() {
	inputs := flag.String("inputs", "opsdb/gen/inputs", "folder with the upstream tables")
	data := flag.String("data", "opsdb/data", "folder to write the tables to")
	flag.Parse()
	if err := tables.Write(*inputs, *data); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
