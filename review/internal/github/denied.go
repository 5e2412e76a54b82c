package github

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/go-github/v93/github"

	"github.com/neuronlint/neuronlint/review/internal/forge"
)

func isStatus(err error, status int) bool {
	var answer *github.ErrorResponse
	return errors.As(err, &answer) && answer.Response != nil && answer.Response.StatusCode == status
}

func isForbidden(err error) bool {
	var graph *graphError
	return errors.As(err, &graph) && graph.Type == "FORBIDDEN"
}

// failed explains an error of something that takes a permission.
func (h *Hub) failed(did, permission string, err error) error {
	if err == nil {
		return nil
	}
	message := err.Error()
	if answer := (*github.ErrorResponse)(nil); errors.As(err, &answer) {
		message = answer.Message
	}
	denied := func(needs string) error { return &forge.DeniedError{Did: did, Needs: needs, Err: err} }
	area, level, _ := strings.Cut(permission, ": ")
	switch {
	case isStatus(err, http.StatusUnauthorized):
		return denied("GitHub does not know the token; it may have expired")
	case strings.Contains(message, "Resource not accessible by integration"):
		if h.opts.App != nil {
			return denied(fmt.Sprintf("the app's installation needs the permission %q (%s)", area, level))
		}
		return denied(fmt.Sprintf("the token of the workflow needs \"permissions: %s: %s\"; in a pull request from a fork it cannot have it", area, level))
	case strings.Contains(message, "Resource not accessible by personal access token"):
		return denied(fmt.Sprintf("the fine-grained token needs the repository permission %q (%s)", area, level))
	case isForbidden(err), isStatus(err, http.StatusForbidden):
		return denied(fmt.Sprintf("the token needs the permission %q (%s): %s", area, level, message))
	case isStatus(err, http.StatusNotFound):
		return denied(fmt.Sprintf("GitHub has no %s/%s#%d for this token; for a private repository a classic token needs the scope \"repo\"", h.opts.Owner, h.opts.Repo, h.opts.Number))
	}
	return fmt.Errorf("%s: %w", did, err)
}
