package main

import (
	"context"
	"errors"
	"io"
	"net/url"
	"os"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/fleet/internal/forge"
	"github.com/neuronlint/neuronlint/fleet/internal/whole"
)

// listing says where repositories are listed.
type listing struct {
	organization, group, address string
	all                          bool
}

func (l *listing) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&l.organization, "github-org", "", "all repositories of an organization on GitHub; the token is taken from GITHUB_TOKEN")
	flags.StringVar(&l.group, "gitlab-group", "", "all repositories of a group on GitLab; the token is taken from GITLAB_TOKEN")
	flags.StringVar(&l.address, "forge", "", "address of an own server of GitHub or GitLab")
	flags.BoolVar(&l.all, "all", false, "list archived repositories and forks, too")
}

func (l *listing) given() bool { return l.organization != "" || l.group != "" }

// ask asks for the list.
func (l *listing) ask(ctx context.Context) ([]forge.Repository, error) {
	switch {
	case l.organization != "" && l.group != "":
		return nil, errors.New("--github-org and --gitlab-group are two listings")
	case l.organization != "":
		return forge.GitHub(ctx, l.organization, os.Getenv("GITHUB_TOKEN"), l.address, l.all)
	case l.group != "":
		return forge.GitLab(ctx, l.group, os.Getenv("GITLAB_TOKEN"), l.address, l.all)
	}
	return nil, errors.New("--github-org or --gitlab-group names what is listed")
}

// secrets are the tokens for cloning, by host.
func (l *listing) secrets() map[string]string {
	secrets := make(map[string]string)
	for host, name := range map[string]string{"github.com": "GITHUB_TOKEN", "gitlab.com": "GITLAB_TOKEN"} {
		if token := os.Getenv(name); token != "" {
			secrets[host] = token
		}
	}
	if u, err := url.Parse(l.address); err == nil && u.Host != "" {
		token := os.Getenv("GITHUB_TOKEN")
		if l.group != "" {
			token = os.Getenv("GITLAB_TOKEN")
		}
		secrets[u.Host] = token
	}
	return secrets
}

func listCommand() *cobra.Command {
	l, out := &listing{}, ""
	cmd := &cobra.Command{
		Use:   "list",
		Short: "Write the repositories of an organization or a group as a manifest",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, err := l.ask(cmd.Context())
			if err != nil {
				return err
			}
			if out == "" {
				return writeLines(cmd.OutOrStdout(), list)
			}
			return whole.Write(out, func(w io.Writer) error { return writeLines(w, list) })
		},
	}
	l.add(cmd)
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to write to, in JSON Lines (default standard output)")
	return cmd
}
