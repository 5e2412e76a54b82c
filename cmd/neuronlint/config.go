package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/report"
)

func (a *app) configCommand() *cobra.Command {
	settings, format := config.Default(), "text"
	cmd := &cobra.Command{
		Use:   "config [PATH...]",
		Short: "Show the settings that a run would use, and where each comes from",
		Long: `Show the settings with which check would judge the paths (by default the current
directory), and for each whether a flag, a line of a configuration file or the
default decides it. The text is a configuration file in itself.`,
		RunE: func(*cobra.Command, []string) error { return a.config(format) },
	}
	addSettings(cmd, &settings)
	a.addConfig(cmd, &settings, func(args []string) []string { return codePaths(args, "") })
	cmd.Flags().StringVar(&format, "format", format, "text or json")
	completeFlag(cmd, "format", []string{"text", "json"})
	return cmd
}

// config shows the settings before it refuses them: the user wants to know where the
// bad one comes from.
func (a *app) config(format string) error {
	list := shownSettings(a.loaded)
	var err error
	switch format {
	case "text":
		err = buffered(a.stdout, func(w io.Writer) error { return writeConfigText(w, a.db.Version(), a.loaded.Files, list) })
	case "json":
		err = a.writeConfigJSON(list)
	default:
		err = fmt.Errorf("format: %q is not one of text, json", format)
	}
	if err != nil {
		return err
	}
	opts, err := a.options(&a.loaded.Settings, nil, "")
	if err != nil {
		return err
	}
	return opts.Validate()
}

// shownSetting is one setting, or one entry of a setting that is a table.
type shownSetting struct {
	Key    string          `json:"key"`
	Entry  string          `json:"entry,omitempty"`
	Value  any             `json:"value"`
	Origin []config.Origin `json:"origin"` // the strongest first; empty for the default
	words  string          // the same
}

func shownSettings(l *config.Loaded) []shownSetting {
	var list []shownSetting
	show := func(key, entry string, value any) {
		name := key
		if entry != "" {
			name += "." + entry
		}
		list = append(list, shownSetting{key, entry, value, append([]config.Origin{}, l.Origins[name]...), l.Origin(name)})
	}
	for _, f := range config.Fields() {
		switch value := f.Value(&l.Settings).(type) {
		case map[string]string:
			for _, entry := range slices.Sorted(maps.Keys(value)) {
				show(f.Key, entry, value[entry])
			}
		case map[string][]string:
			for _, entry := range slices.Sorted(maps.Keys(value)) {
				show(f.Key, entry, value[entry])
			}
		case []string:
			show(f.Key, "", append([]string{}, value...)) // nil would be null
		default:
			show(f.Key, "", value)
		}
	}
	return list
}

// writeConfigText writes the settings as TOML. Strings, lists and numbers of
// JSON are TOML too.
func writeConfigText(w io.Writer, database string, files []string, list []shownSetting) error {
	bare := regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
	var lines [][2]string
	width := 0
	for i := range list {
		name := list[i].Key
		if entry := list[i].Entry; bare.MatchString(entry) {
			name += "." + entry
		} else if entry != "" {
			name += "." + plainJSON(entry)
		}
		line := report.Plain(name + " = " + plainJSON(list[i].Value))
		width = max(width, len(line))
		lines = append(lines, [2]string{line, list[i].words})
	}
	read := "no configuration file"
	if len(files) > 0 {
		read = strings.Join(files, ", which extends ")
	}
	if _, err := fmt.Fprintf(w, "# read: %s\n# database %s\n", report.Plain(filepath.ToSlash(read)), database); err != nil {
		return err
	}
	for _, line := range lines {
		if _, err := fmt.Fprintf(w, "%-*s  # %s\n", width, line[0], report.Plain(line[1])); err != nil {
			return err
		}
	}
	return nil
}

// plainJSON is a value as JSON, with characters of HTML as they are.
func plainJSON(value any) string {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Sprint(value) // settings are strings, numbers and lists of strings
	}
	return strings.TrimSuffix(text.String(), "\n")
}

func (a *app) writeConfigJSON(list []shownSetting) error {
	return buffered(a.stdout, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		return encoder.Encode(struct {
			SchemaVersion int            `json:"schema_version"`
			OpsDB         string         `json:"opsdb"` // version of the database
			Files         []string       `json:"files"` // the strongest first
			Root          string         `json:"root"`  // of globs
			Settings      []shownSetting `json:"settings"`
		}{1, a.db.Version(), append([]string{}, a.loaded.Files...), a.loaded.Settings.Root, list})
	})
}
