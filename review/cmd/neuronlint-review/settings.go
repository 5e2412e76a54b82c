package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/neuronlint/neuronlint/review/internal/plan"
	"github.com/neuronlint/neuronlint/review/internal/say"
)

const usage = `neuronlint-review writes the findings of neuronlint into a pull request on GitHub or a
merge request on GitLab: one review with comments on the lines that the change touches,
with suggestions, and one summary, which is updated by the next run.

    neuronlint-review [flags] [PATH...] [-- FLAGS OF neuronlint check]

It runs in a checkout of the change, in a job of its pipeline, whose variables say which
change it is. The token is in GITHUB_TOKEN or GITLAB_TOKEN, or it is that of a GitHub App
with --app-id and --app-key. Nothing has to listen to webhooks.

The exit status is that of neuronlint check: 1 if there are findings that fail it. 2 is an
error. A token that may not write is none: the summary is in the log then.

`

// settings are the flags, completed by the variables of the job.
type settings struct {
	forge      string
	repository string
	number     int
	program    string
	report     string
	since      string
	most       int
	least      string
	name       string
	dry        bool
	wait       time.Duration
	appID      int64
	appKey     string
	version    bool

	paths, check []string
	mark         say.Mark
	token        string
	api, graphQL string
}

// environment is what the program sees of its process.
type environment struct {
	getenv func(string) string
	out    io.Writer
	log    io.Writer
}

// print writes to standard output. That it is closed changes nothing of a review.
func (e environment) print(format string, args ...any) { _, _ = fmt.Fprintf(e.out, format, args...) }

// parse reads the flags. It returns pflag.ErrHelp if only help was wanted.
func parse(args []string, env environment) (*settings, error) {
	s := &settings{}
	flags := pflag.NewFlagSet("neuronlint-review", pflag.ContinueOnError)
	flags.SetOutput(env.out)
	flags.Usage = func() { env.print("%s", usage+flags.FlagUsages()) }
	flags.StringVar(&s.forge, "forge", "", "github or gitlab (default: that of the job)")
	flags.StringVar(&s.repository, "repository", "", "owner/name on GitHub, number or path of the project on GitLab (default: that of the job)")
	flags.IntVar(&s.number, "number", 0, "number of the pull request or merge request (default: that of the job)")
	flags.StringVar(&s.program, "neuronlint", "neuronlint", "program to check with")
	flags.StringVar(&s.report, "report", "", "file with the output of neuronlint check --format json, instead of running it")
	flags.StringVar(&s.since, "since", "", "revision to compare with (default: the base of the change)")
	flags.IntVar(&s.most, "max-comments", 30, "most comments on lines, 0 to 100; the summary has the other findings")
	flags.StringVar(&s.least, "comment-on", "warning", "weakest finding with a comment of its own: info, warning or error")
	flags.StringVar(&s.name, "name", "default", "name of this kind of review, for two of them in one pull request")
	flags.BoolVar(&s.dry, "dry-run", false, "print what would be written, and write nothing")
	flags.DurationVar(&s.wait, "max-wait", 5*time.Minute, "longest time to wait, in all, for a server that is busy or wants fewer requests")
	flags.Int64Var(&s.appID, "app-id", 0, "number of a GitHub App to write as (default: NEURONLINT_APP_ID)")
	flags.StringVar(&s.appKey, "app-key", "", "file with the private key of the app (default: NEURONLINT_APP_KEY has the key itself)")
	flags.BoolVar(&s.version, "version", false, "print the version")
	if err := flags.Parse(args); err != nil {
		return nil, err //nolint:wrapcheck // a sentence for the user
	}
	s.paths = flags.Args()
	if at := flags.ArgsLenAtDash(); at >= 0 {
		s.paths, s.check = flags.Args()[:at], flags.Args()[at:]
	}
	if len(s.paths) == 0 {
		s.paths = []string{"."}
	}
	if s.version {
		return s, nil
	}
	if err := s.complete(env); err != nil {
		return nil, err
	}
	return s, nil
}

// complete takes what the flags leave open from the variables of the job.
func (s *settings) complete(env environment) (err error) {
	if s.mark, err = say.NewMark(s.name); err != nil {
		return fmt.Errorf("--name: %w", err)
	}
	if s.most < 0 || s.most > 100 {
		return errors.New("--max-comments has to be between 0 and 100")
	}
	if !slices.Contains(plan.Severities(), s.least) {
		return fmt.Errorf("--comment-on has to be one of %s", strings.Join(plan.Severities(), ", "))
	}
	if s.report != "" && len(s.check) > 0 {
		return errors.New("with --report, neuronlint is not run: it takes no flags")
	}
	switch {
	case s.forge == "" && env.getenv("GITHUB_ACTIONS") != "":
		s.forge = "github"
	case s.forge == "" && env.getenv("GITLAB_CI") != "":
		s.forge = "gitlab"
	}
	switch s.forge {
	case "github":
		return s.github(env)
	case "gitlab":
		return s.gitlab(env)
	case "":
		return errors.New("this is no job of GitHub or GitLab: say which with --forge")
	}
	return fmt.Errorf("--forge is github or gitlab, not %q", s.forge)
}

func (s *settings) github(env environment) error {
	s.repository = either(s.repository, env.getenv("GITHUB_REPOSITORY"))
	if owner, name, ok := strings.Cut(s.repository, "/"); !ok || owner == "" || name == "" || strings.Contains(name, "/") {
		return fmt.Errorf("--repository has to be owner/name, not %q", s.repository)
	}
	if s.number == 0 {
		s.number = pullNumber(env)
	}
	if s.number <= 0 {
		return errors.New("this job is not of a pull request: say which with --number")
	}
	s.api = strings.TrimSuffix(either(env.getenv("GITHUB_API_URL"), "https://api.github.com"), "/") + "/"
	s.graphQL = either(env.getenv("GITHUB_GRAPHQL_URL"), graphQL(s.api))
	if s.appID == 0 && env.getenv("NEURONLINT_APP_ID") != "" {
		var err error
		if s.appID, err = strconv.ParseInt(env.getenv("NEURONLINT_APP_ID"), 10, 64); err != nil {
			return fmt.Errorf("NEURONLINT_APP_ID: %w", err)
		}
	}
	s.token = env.getenv("GITHUB_TOKEN")
	if s.token == "" && s.appID == 0 {
		return errors.New("there is no token: GITHUB_TOKEN is empty, and no app is named")
	}
	return nil
}

// graphQL is the address of GraphQL beside that of REST: a server of one's own has the one
// at /api/graphql and the other at /api/v3.
func graphQL(api string) string {
	return strings.TrimSuffix(strings.TrimSuffix(api, "/"), "/v3") + "/graphql"
}

// pullNumber is the pull request of a workflow, by its event, or 0.
func pullNumber(env environment) int {
	var event struct {
		PullRequest struct{ Number int } `json:"pull_request"`
	}
	if data, err := os.ReadFile(env.getenv("GITHUB_EVENT_PATH")); err == nil && json.Unmarshal(data, &event) == nil && event.PullRequest.Number > 0 {
		return event.PullRequest.Number
	}
	if m := regexp.MustCompile(`^refs/pull/(\d+)/`).FindStringSubmatch(env.getenv("GITHUB_REF")); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n
	}
	return 0
}

func (s *settings) gitlab(env environment) error {
	s.repository = either(s.repository, env.getenv("CI_PROJECT_ID"))
	if s.repository == "" {
		return errors.New("--repository has to name the project")
	}
	if s.number == 0 {
		s.number, _ = strconv.Atoi(env.getenv("CI_MERGE_REQUEST_IID"))
	}
	if s.number <= 0 {
		return errors.New("this job is not of a merge request: say which with --number")
	}
	if s.appID != 0 || s.appKey != "" {
		return errors.New("--app-id and --app-key are for GitHub")
	}
	s.api = either(env.getenv("CI_API_V4_URL"), "https://gitlab.com/api/v4")
	s.token = env.getenv("GITLAB_TOKEN")
	if s.token == "" {
		return errors.New("there is no token: GITLAB_TOKEN is empty (CI_JOB_TOKEN may not write comments)")
	}
	_, err := url.Parse(s.api)
	return err //nolint:wrapcheck // it names the address
}

func either(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// key is the private key of the app.
func (s *settings) key(env environment) ([]byte, error) {
	if s.appKey == "" {
		if key := env.getenv("NEURONLINT_APP_KEY"); key != "" {
			return []byte(key), nil
		}
		return nil, errors.New("an app needs its private key: --app-key or NEURONLINT_APP_KEY")
	}
	key, err := os.ReadFile(s.appKey)
	if err != nil {
		return nil, fmt.Errorf("--app-key: %w", err)
	}
	return key, nil
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
