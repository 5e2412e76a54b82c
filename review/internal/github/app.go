package github

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/bradleyfalzon/ghinstallation/v2"
	"github.com/google/go-github/v93/github"
)

// App is a GitHub App that is installed on the repository.
type App struct {
	ID  int64
	Key []byte // its private key, in PEM
}

// installed is a token of the app for this repository alone. It holds for an hour, which
// is longer than a review takes.
func (a *App) installed(ctx context.Context, opts *Options, base http.RoundTripper) (token string, err error) {
	signer, err := ghinstallation.NewAppsTransport(base, a.ID, a.Key)
	if err != nil {
		return "", fmt.Errorf("github: the private key of the app: %w", err)
	}
	signer.BaseURL = strings.TrimSuffix(opts.API, "/")
	client, err := newClient(opts.API, signer)
	if err != nil {
		return "", err
	}
	installation, _, err := client.Apps.GetRepositoryInstallation(ctx, opts.Owner, opts.Repo)
	if err != nil {
		return "", fmt.Errorf("github: app %d does not seem to be installed on %s/%s: %w", a.ID, opts.Owner, opts.Repo, err)
	}
	answer, _, err := client.Apps.CreateInstallationToken(ctx, installation.GetID(), &github.InstallationTokenOptions{Repositories: []string{opts.Repo}})
	if err != nil {
		return "", fmt.Errorf("github: a token for the app: %w", err)
	}
	return answer.GetToken(), nil
}
