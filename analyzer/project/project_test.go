package project_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

func read(t *testing.T, path, text string) *project.File {
	t.Helper()
	f, err := source.New(path, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return project.Read(f)
}

// told is what a reader says, a line for each entry, with the texts of its spans.
func told(f *project.File) (lines []string) {
	text := func(s source.Span) string { return string(f.Text[s.Start:s.End]) }
	for _, r := range f.Requirements {
		var versions []string
		for _, s := range r.Specifiers {
			versions = append(versions, s.Operator+s.Version)
			if s.VersionSpan != (source.Span{}) && text(s.VersionSpan) != s.Version {
				versions = append(versions, "misplaced")
			}
		}
		line := fmt.Sprintf("%s %s %s", r.System, r.Name, strings.Join(versions, ","))
		for name, value := range map[string]string{"group": r.Group, "marker": r.Marker, "build": r.Build, "extras": strings.Join(r.Extras, ",")} {
			if value != "" {
				line += " " + name + ":" + value
			}
		}
		if r.Whole != (source.Span{}) {
			line += fmt.Sprintf(" whole:%q", text(r.Whole))
		}
		lines = append(lines, strings.TrimSpace(line))
	}
	for _, i := range f.Indexes {
		lines = append(lines, fmt.Sprintf("index %s %q", i.URL, text(i.Span)))
	}
	for _, b := range f.Broken {
		lines = append(lines, fmt.Sprintf("broken %q", text(b)))
	}
	return lines
}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, path, text string
		want             []string
	}{
		{
			"continued", "requirements.txt", "torch==2.8.0 \\\n    --hash=sha256:ab \\\n    --hash=sha256:cd\nnumpy\n",
			[]string{`pip torch ==2.8.0 whole:"torch==2.8.0 \\\n    --hash=sha256:ab \\\n    --hash=sha256:cd\n"`, `pip numpy  whole:"numpy\n"`},
		},
		{
			"continued to the end", "requirements.txt", "torch \\", []string{`pip torch  whole:"torch \\"`},
		},
		{
			"several versions", "requirements.in", "torch >= 2.1, !=2.3.0 ; python_version < '3.12'",
			[]string{`pip torch >=2.1,!=2.3.0 marker:python_version < '3.12' whole:"torch >= 2.1, !=2.3.0 ; python_version < '3.12'"`},
		},
		{
			"prose", "docs/requirements.txt", "These packages are wanted:\ntorch\n",
			[]string{`pip torch  whole:"torch\n"`, `broken "These packages are wanted:"`},
		},
		{
			"options", "requirements.txt", "-r base.txt\n-c constraints.txt\n-i  https://a.example\n--find-links=https://b.example/x y\n--pre\n",
			[]string{`index https://a.example "-i  https://a.example"`, `index https://b.example/x "--find-links=https://b.example/x"`},
		},
		{
			"byte order mark and other characters", "requirements.txt", "\ufeff# Pakete für GPUs\ntorch==2.8.0  # größer\n",
			[]string{`pip torch ==2.8.0 whole:"torch==2.8.0  # größer\n"`},
		},
		{
			"literal and multi-line strings", "pyproject.toml", "[project]\ndependencies = ['torch==2.8', \"\"\"jax\"\"\"]\ndescription = \"\"\"\nflash-attn\n\"\"\"\n",
			[]string{`pip torch ==2.8`},
		},
		{
			"inline table of a project", "pyproject.toml", "project.dependencies = [\n  \"torch\"\n]\nproject = { x = 1 }\n",
			[]string{`pip torch  whole:"  \"torch\"\n"`},
		},
		{
			"escaped key", "pyproject.toml", "[tool.poetry.dependencies]\n\"flash\\u002dattn\" = \"*\"\n", []string{`pip flash-attn  whole:"\"flash\\u002dattn\" = \"*\"\n"`},
		},
		{
			"templates of conda", "environment.yml", "{% set v = '1' %}\nname: {{ name }}\ndependencies:\n  - torch={{ v }}\n  - numpy\n",
			[]string{`conda torch ={{ whole:"  - torch={{ v }}\n"`, `conda numpy  whole:"  - numpy\n"`},
		},
		{
			"broken document", "environment.yml", "dependencies:\n  - cudnn\n  - [unclosed\n---\ndependencies: [nccl]\n",
			[]string{`conda cudnn`, `conda nccl`, `broken "  - [unclosed"`},
		},
		{
			"no list", "environment.yml", "dependencies: torch\nchannels:\n  nvidia: 1\n", nil,
		},
		{
			"anchors and quotes", "conda.yaml", "dependencies:\n  - &t \"cudnn=8\"\n  - *t\n  - 'python >=3.8'\n",
			[]string{`conda cudnn =8`, `conda python >=3.8 whole:"  - 'python >=3.8'\n"`},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, told(read(t, test.path, test.text))); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// FuzzRead reads whatever text in each format: spans lie within it, in order, and taking
// out what goes with a requirement leaves a text that reads.
func FuzzRead(f *testing.F) {
	paths := []string{"requirements.txt", "pyproject.toml", "setup.cfg", "environment.yml"}
	for i, text := range []string{
		"torch==2.8.0 \\\n --hash=x\n-i https://x\n", "[project]\ndependencies=[\"a\", 'b>=1']\n[tool.poetry.dependencies]\na={version='1'}\n",
		"[options]\ninstall_requires =\n  a>=1\n", "dependencies:\n - a=1=b\n - pip:\n   - c\n{{ x }}\n",
	} {
		f.Add(i, text)
	}
	f.Fuzz(func(t *testing.T, format int, text string) {
		path := paths[max(format%len(paths), 0)]
		file, err := source.New(path, []byte(text))
		if err != nil {
			t.Skip()
		}
		read := project.Read(file)
		spans := slices.Concat(read.Comments, read.Broken)
		for _, r := range read.Requirements {
			spans = append(spans, r.Span, r.NameSpan, r.Whole)
			for _, s := range r.Specifiers {
				spans = append(spans, s.VersionSpan)
			}
		}
		for _, i := range read.Indexes {
			spans = append(spans, i.Span, i.URLSpan, i.Whole)
		}
		for _, s := range spans {
			if s.Start < 0 || s.End < s.Start || s.End > len(file.Text) {
				t.Fatalf("%s: span %v of %d bytes in %q", path, s, len(file.Text), text)
			}
		}
	})
}
