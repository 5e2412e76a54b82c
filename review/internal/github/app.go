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

// authorized is a transport that asks in the name of the app, if it is one.
func (h *Hub) authorized(ctx context.Context, base http.RoundTripper) (http.RoundTripper, error) {
	if h.opts.App == nil {
		return base, nil
	}
	app, err := ghinstallation.NewAppsTransport(base, h.opts.App.ID, h.opts.App.Key)
	if err != nil {
		return nil, fmt.Errorf("github: the private key of the app: %w", err)
	}
	app.BaseURL = strings.TrimSuffix(h.opts.API, "/")
	client, err := github.NewClient(github.WithHTTPClient(&http.Client{Transport: app}), github.WithURLs(&h.opts.API, &h.opts.API), github.WithDisableRateLimitCheck())
	if err != nil {
		return nil, fmt.Errorf("github: %w", err)
	}
	installation, _, err := client.Apps.GetRepositoryInstallation(ctx, h.opts.Owner, h.opts.Repo)
	if err != nil {
		return nil, fmt.Errorf("github: app %d does not seem to be installed on %s/%s: %w", h.opts.App.ID, h.opts.Owner, h.opts.Repo, err)
	}
	transport := ghinstallation.NewFromAppsTransport(app, installation.GetID())
	transport.BaseURL = app.BaseURL
	transport.Client = &http.Client{Transport: base}
	return transport, nil
}
