package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/fleet/internal/portfolio"
	"github.com/neuronlint/neuronlint/fleet/internal/whole"
)

func reportCommand() *cobra.Command {
	var out, against, title string
	cmd := &cobra.Command{
		Use:   "report DIRECTORY -o FILE.html",
		Short: "Write a page about the tables of a run",
		Long: `Write one HTML page about the tables in a directory: verdicts, what holds up most
repositories, libraries and operators by use, effort by team, what was not
judged, and with --against the changes since an earlier run. The page needs no
network and no script.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if out == "" {
				return errors.New("-o names the file to write to")
			}
			p, err := portfolio.Read(args[0], title)
			if err != nil {
				return err
			}
			if against != "" {
				old, err := portfolio.Read(against, title)
				if err != nil {
					return fmt.Errorf("against: %w", err)
				}
				p.Compare(old)
			}
			return whole.Write(out, func(w io.Writer) error { return p.Write(w) })
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to write to")
	cmd.Flags().StringVar(&against, "against", "", "directory of an earlier run")
	cmd.Flags().StringVar(&title, "title", "Portfolio", "heading of the page")
	return cmd
}
