// Projectfiles holds project files against the parsers of the programs that read them:
// Dockerfiles against BuildKit's, manifests of Kubernetes against the types of its API,
// strictly. It is apart from neuronlint's module, which needs neither.
//
//	projectfiles extract FOLDER ARCHIVE...   the files of txtar archives, each in a folder of its own
//	projectfiles check FOLDER                a line for each file that was read: its path, then ok or the error
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"golang.org/x/tools/txtar"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "projectfiles:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) > 2 && args[0] == "extract":
		return extract(args[1], args[2:])
	case len(args) == 2 && args[0] == "check":
		return check(args[1])
	}
	return errors.New("usage: extract FOLDER ARCHIVE..., or check FOLDER")
}

// expectation is what a case expects on a line, which most formats do not take for a comment.
var expectation = regexp.MustCompile(`(?m)[ \t]+(?:// )?# want NRN.*$`)

// extract writes the files of archives, without the expected results.
func extract(folder string, archives []string) error {
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			return err
		}
		base := strings.TrimSuffix(filepath.Base(name), ".txtar")
		for _, f := range archive.Files {
			if strings.HasSuffix(f.Name, ".fixed") || !filepath.IsLocal(f.Name) {
				continue
			}
			path := filepath.Join(folder, base, f.Name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(path, expectation.ReplaceAll(f.Data, nil), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// check reads all files of a folder that a parser here knows.
func check(folder string) error {
	decoder, err := manifests()
	if err != nil {
		return err
	}
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		base := strings.ToLower(d.Name())
		switch {
		case strings.HasPrefix(base, "dockerfile"), strings.HasPrefix(base, "containerfile"), strings.HasSuffix(base, ".dockerfile"):
			report(path, dockerfile(text))
		case strings.HasSuffix(base, ".yaml"), strings.HasSuffix(base, ".yml"):
			if known, err := manifest(decoder, text); known {
				report(path, err)
			}
		}
		return nil
	})
}

func report(path string, err error) {
	if err == nil {
		fmt.Printf("%s: ok\n", path)
		return
	}
	fmt.Printf("%s: %s\n", path, strings.ReplaceAll(err.Error(), "\n", " "))
}

// dockerfile parses a Dockerfile as BuildKit does before it builds, instructions and all.
func dockerfile(text []byte) error {
	result, err := parser.Parse(bytes.NewReader(text))
	if err != nil {
		return err
	}
	_, _, err = instructions.Parse(result.AST, nil)
	return err
}

// manifests decodes objects of the usual groups of Kubernetes, and no unknown field.
func manifests() (runtime.Decoder, error) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, appsv1.AddToScheme, batchv1.AddToScheme} {
		if err := add(scheme); err != nil {
			return nil, err
		}
	}
	return serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer(), nil
}

// manifest decodes all documents of a file; it is not known if none is an object of a group
// that the decoder has.
func manifest(decoder runtime.Decoder, text []byte) (known bool, first error) {
	if bytes.Contains(text, []byte("{{")) {
		return false, nil // a template
	}
	documents := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(text)))
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return known, first
		}
		if err != nil {
			return known, err
		}
		if !bytes.Contains(document, []byte("apiVersion:")) || !bytes.Contains(document, []byte("kind:")) {
			continue
		}
		switch _, _, err := decoder.Decode(document, nil, nil); {
		case runtime.IsNotRegisteredError(err):
		case err != nil:
			known = true
			if first == nil {
				first = err
			}
		default:
			known = true
		}
	}
}
