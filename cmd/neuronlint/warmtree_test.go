package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// warmTree is a tree with what it was.
type warmTree struct {
	dir     string
	wd      string // below dir
	rng     *rand.Rand
	files   map[string]string // Python and notebooks, by path
	earlier []warmFile        // texts that files had
	repo    bool
	asked   asked
	log     []string // what was done, for people
	err     error    // the first that was met
}

type warmFile struct{ path, text string }

func newWarmTree(dir string, rng *rand.Rand) *warmTree {
	return &warmTree{dir: dir, rng: rng, files: make(map[string]string)}
}

func pick[T any](rng *rand.Rand, list ...T) T { return list[rng.IntN(len(list))] }

func (w *warmTree) note(format string, args ...any) {
	w.log = append(w.log, fmt.Sprintf(format, args...))
}

func (w *warmTree) fail(err error) {
	if w.err == nil && err != nil {
		w.err = err
	}
}

func (w *warmTree) write(path, text string) {
	name := filepath.Join(w.dir, path)
	w.fail(os.MkdirAll(filepath.Dir(name), 0o755))
	w.fail(os.WriteFile(name, []byte(text), 0o600))
}

func (w *warmTree) remove(path string) { w.fail(os.RemoveAll(filepath.Join(w.dir, path))) }

// took takes in what a run wrote.
func (w *warmTree) took(tree map[string]string) {
	for path := range w.files {
		if text, ok := strings.CutPrefix(tree[path], "= "); ok {
			w.files[path] = text
		}
	}
}

// grow makes the tree.
func (w *warmTree) grow() {
	for range 3 + w.rng.IntN(5) {
		w.edit(pick(w.rng, warmPaths()...))
	}
	if w.rng.IntN(3) > 0 {
		w.marker()
	}
	if w.repo = w.rng.IntN(3) > 0; w.repo {
		w.git("init", "--quiet")
		w.commit()
	}
}

func (w *warmTree) git(args ...string) {
	cmd := exec.Command("git", append([]string{"-C", w.dir}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		w.fail(fmt.Errorf("git %s: %w: %s", strings.Join(args, " "), err, out))
	}
	w.note("git %s", strings.Join(args, " "))
}

func (w *warmTree) commit() {
	if w.repo {
		w.git("add", "--all", "--force", ".")
		w.git("commit", "--quiet", "--allow-empty", "--message", "x")
	}
}

func warmPaths() []string {
	return []string{
		"a.py", "b.py", "c.py", "conf.py", "pkg/__init__.py", "pkg/m.py", "pkg/n.py", "pkg/deep/__init__.py", "pkg/deep/o.py",
		"tests/t.py", "tests/conf.py", "src/lib.py", "ns/h.py", "z.ipynb", "torch_neuronx.py", "pkg/b.py",
	}
}

// edit writes a text into a file.
func (w *warmTree) edit(path string) { w.put(path, w.text(path)) }

func (w *warmTree) put(path, text string) {
	if old, ok := w.files[path]; ok {
		w.earlier = append(w.earlier, warmFile{path, old})
	}
	w.remove(path)
	w.files[path] = text
	w.write(path, text)
	w.note("wrote %s:\n%s", path, text)
}

// drop removes a file.
func (w *warmTree) drop(path string) {
	w.earlier = append(w.earlier, warmFile{path, w.files[path]})
	delete(w.files, path)
	w.remove(path)
	w.note("removed %s", path)
}

// any is a file of the tree.
func (w *warmTree) any() string {
	return pick(w.rng, append(slices.Sorted(maps.Keys(w.files)), "a.py")...)
}

// change makes one of the changes that people make between two runs.
func (w *warmTree) change() {
	changes := []func(){
		func() { w.edit(pick(w.rng, warmPaths()...)) },
		func() { w.put(w.any(), w.text("a.py")) },
		func() { path := w.any(); w.put(path, w.files[path]+"# more\n") },
		func() { w.drop(w.any()) },
		func() {
			if len(w.earlier) > 0 {
				was := pick(w.rng, w.earlier...)
				w.put(was.path, was.text)
			}
		},
		w.ignores, w.ignores, w.ignores, w.settings, w.settings, w.settings, w.marker, w.link, w.commit,
		func() { w.toggle(pick(w.rng, "tests", "pkg", "ns") + "/pyvenv.cfg") },
		func() { w.wd = pick(w.rng, "", "", w.below("pkg"), w.below("tests")) },
	}
	pick(w.rng, changes...)()
}

// below is a directory if there is one, or else that of the tree.
func (w *warmTree) below(dir string) string {
	if info, err := os.Stat(filepath.Join(w.dir, dir)); err != nil || !info.IsDir() {
		return ""
	}
	return dir
}

// ignores changes what git ignores.
func (w *warmTree) ignores() {
	name := pick(w.rng, ".gitignore", ".gitignore", "pkg/.gitignore", ".git/info/exclude")
	if strings.HasPrefix(name, ".git/") && !w.repo {
		name = ".gitignore"
	}
	text := pick(w.rng, "", "tests/\n", "tests/\n", "z.ipynb\n", "b.py\n", "*.ipynb\n", "pkg/*\n!pkg/m.py\n", "/c.py\nns\n", "*\n")
	w.write(name, text)
	w.note("wrote %s: %q", name, text)
}

// settings changes the file of settings, and tables of verdicts.
func (w *warmTree) settings() {
	text := pick(w.rng,
		"", "exclude = [\"tests\"]\n", "exclude = [\"**/b.py\"]\n", "exclude = [\"z.ipynb\"]\n", "select = [\"NRN1\"]\n", "ignore = [\"NRN103\"]\n",
		"[per-file-ignores]\n\"tests/*\" = [\"NRN1\"]\n", "[per-file-ignores]\n\"*.py\" = [\"NRN101\"]\n",
		"[severity]\nNRN1 = \"info\"\n", "target = \"trn1\"\n", "opsdb = [\"mine.tsv\"]\n", "rewrite = \"xla\"\n",
	)
	w.write("neuronlint.toml", text)
	w.note("settings: %q", text)
	status := pick(w.rng, "supported", "unsupported\t\tso we found", "fallback\t\tso we found")
	w.write("mine.tsv", "operator\tstatus\tcondition\treason\talternative\naten::gelu\t"+status+"\n")
}

// marker adds or removes what a project is known by.
func (w *warmTree) marker() {
	w.toggle(pick(w.rng, "setup.py", "pyproject.toml", "pkg/setup.cfg", "src/pyproject.toml"))
}

func (w *warmTree) toggle(name string) {
	if _, err := os.Lstat(filepath.Join(w.dir, name)); err == nil {
		w.remove(name)
		w.note("removed %s", name)
		return
	}
	w.write(name, "")
	w.note("wrote %s", name)
}

// link puts a link in the place of a file or a directory, or beside it.
func (w *warmTree) link() {
	path, to := w.any(), pick(w.rng, "a.py", "b.py", "pkg/m.py")
	if w.rng.IntN(3) == 0 {
		path, to = pick(w.rng, "lib", "pkg/deep"), pick(w.rng, "ns", "src", "pkg")
	}
	if path == to || strings.HasPrefix(path, to+"/") {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(w.files)) {
		if strings.HasPrefix(name, path+"/") {
			w.drop(name)
		}
	}
	if _, ok := w.files[path]; ok {
		w.drop(path)
	}
	w.remove(path)
	up := strings.Repeat("../", strings.Count(path, "/"))
	w.fail(os.MkdirAll(filepath.Dir(filepath.Join(w.dir, path)), 0o755))
	w.fail(os.Symlink(up+to, filepath.Join(w.dir, path)))
	w.note("link %s -> %s", path, up+to)
}

// asked is what a run is asked.
type asked struct {
	verb  []string
	flags [][]string // each with its value
	since bool
	paths []string // below dir, or absolute; none means the working directory
}

// ask makes up what to ask next.
func (w *warmTree) ask() {
	w.asked = asked{verb: pick(w.rng,
		[]string{"check", "--format", "concise"}, []string{"check", "--format", "text"}, []string{"check", "--format", "json"},
		[]string{"check", "--diff"}, []string{"check", "--diff"}, []string{"fix"}, []string{"fix"},
		[]string{"ops", "scan"}, []string{"ops", "scan", "--format", "json"}, []string{"check", "--statistics"},
	)}
	w.asked.since = w.repo && w.asked.verb[0] != "ops" && w.rng.IntN(4) == 0
	for range w.rng.IntN(3) {
		w.toggleFlag()
	}
	if w.rng.IntN(2) == 0 {
		for range 1 + w.rng.IntN(2) {
			w.asked.paths = append(w.asked.paths, pick(w.rng, ".", w.any(), "pkg", "tests", w.dir, filepath.Join(w.dir, w.any())))
		}
	}
}

// toggleFlag adds a flag to what is asked, or takes it away.
func (w *warmTree) toggleFlag() {
	flags := [][]string{
		{"--exclude", "tests"},
		{"--exclude", "b.py"},
		{"--exclude", "pkg/*"},
		{"--exclude", "z.ipynb"},
		{"--no-gitignore"},
		{"--force-exclude"},
		{"--no-prefilter"},
		{"--jobs", "1"},
		{"--jobs", "4"},
		{"--min-confidence", "possible"},
		{"--min-confidence", "certain"},
		{"--rewrite", "xla"},
		{"--sdk", "2.33"},
		{"--isolated"},
	}
	if w.asked.verb[0] != "ops" {
		flags = append(flags, []string{"--unsafe"}, []string{"--unsafe"}, []string{"--max-findings", "2"},
			[]string{"--select", "NRN1"}, []string{"--ignore", "NRN103,NRN003"})
	}
	flag := pick(w.rng, flags...)
	same := func(other []string) bool { return slices.Equal(other, flag) }
	if at := slices.IndexFunc(w.asked.flags, same); at >= 0 {
		w.asked.flags = slices.Delete(w.asked.flags, at, at+1)
	} else {
		w.asked.flags = append(w.asked.flags, flag)
	}
}

// command is the run that is asked for, over those of the paths that there are.
func (w *warmTree) command() []string {
	w.wd = w.below(w.wd) // it may be gone
	args := slices.Concat(w.asked.verb, slices.Concat(w.asked.flags...))
	if w.asked.since {
		args = append(args, "--since", "HEAD")
	}
	for _, path := range w.asked.paths {
		if !filepath.IsAbs(path) && w.wd != "" {
			path = "../" + path
		}
		name := path
		if !filepath.IsAbs(path) {
			name = filepath.Join(w.dir, w.wd, path)
		}
		if _, err := os.Lstat(name); err == nil {
			args = append(args, path)
		}
	}
	return args
}
