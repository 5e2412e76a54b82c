package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/config"
)

// asUnset is added to messages about empty texts. In a pipeline they come from
// variables that nobody has set, and the meaning of an empty text, often everything or
// nothing at all, is not the one its author intended.
const asUnset = ", as an unset variable is; give it a value or leave it out"

// refuseEmpty refuses flags and arguments without a text, and talk that is both
// more and less.
func refuseEmpty(cmd *cobra.Command, args []string) (err error) {
	if cmd.DisableFlagParsing { // the shell completes a word that is still empty
		return nil
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		list, several := f.Value.(pflag.SliceValue)
		switch {
		case err != nil:
		case several && len(list.GetSlice()) > 0 && slices.ContainsFunc(list.GetSlice(), blank):
			err = fmt.Errorf("--%s has an empty entry%s", f.Name, asUnset)
		case several && len(list.GetSlice()) == 0, !several && blank(f.Value.String()):
			err = fmt.Errorf("--%s is empty%s", f.Name, asUnset)
		}
	})
	if err == nil && cmd.Flags().Changed("quiet") && cmd.Flags().Changed("verbose") {
		err = errors.New("--quiet and --verbose contradict each other")
	}
	if i := slices.IndexFunc(args, blank); err == nil && i >= 0 {
		err = fmt.Errorf("argument %d is empty%s", i+1, asUnset)
	}
	return err
}

// blank reports whether a value names nothing: a script has put a space beside a
// variable that is not set.
func blank(value string) bool { return strings.TrimSpace(value) == "" }

// refuseStdinName refuses a name for standard input where that is not read, and
// standard input that is read twice.
func refuseStdinName(args []string, name string) error {
	first := slices.Index(args, stdinPath)
	switch {
	case first < 0 && name != "":
		return fmt.Errorf("--stdin-filename names standard input, which is read only where a path is %s", stdinPath)
	case first >= 0 && slices.Contains(args[first+1:], stdinPath):
		return errors.New("standard input is given twice")
	}
	return nil
}

// exists refuses a path that is not there: a misspelt one must not look clean.
func exists(path string) error {
	_, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: no such file or directory", path)
	}
	return nil
}

// isRead refuses a path that is not there, and a file that is neither Python nor a
// project file: the parser would make something of nearly every text, and find nothing
// in it.
func isRead(path string) error {
	if err := exists(path); err != nil || source.NamesPython(path) || source.IsProjectFile(path) {
		return err
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil // directories are walked, and other paths that are no file are reported
	}
	file, err := os.Open(path)
	if err != nil {
		return nil // reported as well
	}
	defer func() { _ = file.Close() }()
	start := make([]byte, source.MaxShebang)
	n, _ := file.Read(start)
	return isReadText(path, start[:n])
}

// isReadText refuses a text if neither its name nor its first line is Python's, and its
// name is not that of a project file either.
func isReadText(path string, text []byte) error {
	if source.NamesPython(path) || source.RunsPython(text) || source.IsProjectFile(path) {
		return nil
	}
	return fmt.Errorf("%s is no Python: its name does not end in .py, .pyi, .pyw or .ipynb, and its first line names no python;"+
		" as Python it is read from standard input: --stdin-filename NAME.py -", path)
}

// refuseProjectFiles refuses files that hold no calls.
func refuseProjectFiles(args []string, stdinName string) error {
	for _, path := range append(slices.Clone(args), stdinName) {
		if info, err := os.Stat(path); source.IsProjectFile(path) && (path == stdinName || err == nil && info.Mode().IsRegular()) {
			return fmt.Errorf("%s is no Python, and holds no calls of operators", path)
		}
	}
	return nil
}

// refuseNothing refuses a run that has read no file, which must not look as if
// there was nothing to find. Hooks may name excluded files alone, and notebooks
// may be of other languages: then it is only said.
func (a *app) refuseNothing(stats *driver.Stats, s *config.Settings, args []string) error {
	if stats.Files+stats.FilesFailed > 0 {
		return nil
	}
	where := strings.Join(args, ", ")
	if where == "" {
		where = "."
	}
	where = filepath.ToSlash(where)
	switch {
	case stats.Foreign > 0:
		a.tell(fmt.Errorf("nothing was checked: the notebooks in %s are in other languages than Python", where))
	case s.ForceExclude:
		a.tell(fmt.Errorf("nothing was checked: there are no Python files in %s but what is excluded", where))
	default:
		return fmt.Errorf("there are no Python files in %s; what --exclude and .gitignore leave out is not read", where)
	}
	return nil
}
