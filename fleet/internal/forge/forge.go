// Package forge lists the repositories of an organization on GitHub, or of a group on
// GitLab, through their interfaces.
package forge

import (
	"context"
	"fmt"

	"github.com/google/go-github/v89/github"
	gitlab "gitlab.com/gitlab-org/api/client-go/v2"
)

// Repository is a repository as a line of a manifest.
type Repository struct {
	URL      string `json:"url"`
	Name     string `json:"name"`
	Revision string `json:"revision,omitempty"`
	Team     string `json:"team,omitempty"`
}

// ofPage is how many repositories are asked for at a time: as many as both give.
const ofPage = 100

// GitHub lists an organization. Archived repositories and forks are left out unless asked
// for. base is the address of an own server; empty means github.com.
func GitHub(ctx context.Context, organization, token, base string, all bool) ([]Repository, error) {
	opts := []github.ClientOptionsFunc{}
	if token != "" {
		opts = append(opts, github.WithAuthToken(token))
	}
	if base != "" {
		opts = append(opts, github.WithEnterpriseURLs(base, base))
	}
	client, err := github.NewClient(opts...)
	if err != nil {
		return nil, fmt.Errorf("GitHub: %w", err)
	}
	var list []Repository
	query := &github.RepositoryListByOrgOptions{Type: "all", Sort: "full_name", ListOptions: github.ListOptions{PerPage: ofPage}}
	for {
		page, answer, err := client.Repositories.ListByOrg(ctx, organization, query)
		if err != nil {
			return nil, fmt.Errorf("GitHub: %w", err)
		}
		for _, r := range page {
			if all || !r.GetArchived() && !r.GetFork() {
				list = append(list, Repository{URL: r.GetCloneURL(), Name: r.GetFullName()})
			}
		}
		if answer.NextPage == 0 {
			return list, nil
		}
		query.Page = answer.NextPage
	}
}

// GitLab lists a group with the groups in it; the group of a repository is its team.
// base is the address of an own server; empty means gitlab.com.
func GitLab(ctx context.Context, group, token, base string, all bool) ([]Repository, error) {
	var opts []gitlab.ClientOptionFunc
	if base != "" {
		opts = append(opts, gitlab.WithBaseURL(base))
	}
	client, err := gitlab.NewClient(token, opts...)
	if err != nil {
		return nil, fmt.Errorf("GitLab: %w", err)
	}
	query := &gitlab.ListGroupProjectsOptions{
		IncludeSubGroups: new(true), OrderBy: new("id"), ListOptions: gitlab.ListOptions{PerPage: ofPage, Page: 1},
	}
	if !all {
		query.Archived = new(false)
	}
	var list []Repository
	for {
		page, answer, err := client.Groups.ListGroupProjects(group, query, gitlab.WithContext(ctx))
		if err != nil {
			return nil, fmt.Errorf("GitLab: %w", err)
		}
		for _, p := range page {
			if !all && p.ForkedFromProject != nil {
				continue
			}
			r := Repository{URL: p.HTTPURLToRepo, Name: p.PathWithNamespace}
			if p.Namespace != nil {
				r.Team = p.Namespace.FullPath
			}
			list = append(list, r)
		}
		if answer.NextPage == 0 {
			return list, nil
		}
		query.Page = answer.NextPage
	}
}
