// Package retry repeats requests that a server did not answer, or asked to be repeated
// later, for a bounded time.
package retry

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/neuronlint/neuronlint/review/internal/forge"
)

const (
	attempts = 5       // of one request
	first    = 1       // seconds before the second of them, doubled each time
	unsaid   = 60      // seconds, where GitHub refuses for a secondary limit without a time
	peek     = 8 << 10 // bytes of an answer that may tell a limit from a missing permission
)

// Transport repeats requests. A request that may have changed something is repeated only
// where the answer says that it did not.
type Transport struct {
	Base http.RoundTripper
	Most time.Duration                                    // longest time that all waiting together may take
	Log  func(string)                                     // told of each wait
	Now  func() time.Time                                 // the clock
	Wait func(ctx context.Context, d time.Duration) error // sleeps
	Used time.Duration                                    // waited so far
}

// New waits by the clock of the machine.
func New(base http.RoundTripper, most time.Duration, log func(string)) *Transport {
	return &Transport{Base: base, Most: most, Log: log, Now: time.Now, Wait: sleep}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("waiting: %w", context.Cause(ctx))
	}
}

type repeatableKey struct{}

// Repeatable marks requests of this context as ones that may be made twice, whatever
// their method.
func Repeatable(ctx context.Context) context.Context {
	return context.WithValue(ctx, repeatableKey{}, true)
}

func repeatable(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPut, http.MethodPatch, http.MethodDelete:
		return true
	}
	return r.Context().Value(repeatableKey{}) != nil
}

// RoundTrip makes a request until it has an answer.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := held(r)
	if err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		again := r.Clone(r.Context())
		again.Body = io.NopCloser(bytes.NewReader(body))
		answer, err := t.Base.RoundTrip(again)
		if r.Context().Err() != nil {
			return answer, err //nolint:wrapcheck // a transport hands on what it is given
		}
		why, wait, limited := t.verdict(answer, err, attempt)
		switch {
		case why == "":
			return answer, nil
		case !limited && !repeatable(r):
			return nil, fmt.Errorf("%s %s: %w: %s", r.Method, r.URL.Path, forge.ErrUnsure, discard(answer, why))
		case attempt == attempts:
			return nil, fmt.Errorf("%s %s: %s, %d times", r.Method, r.URL.Path, discard(answer, why), attempts)
		}
		discard(answer, why)
		if err := t.Pause(r.Context(), why, wait); err != nil {
			return nil, fmt.Errorf("%s %s: %w", r.Method, r.URL.Path, err)
		}
	}
}

// held reads the body of a request, so that it can be sent again.
func held(r *http.Request) ([]byte, error) {
	if r.Body == nil {
		return nil, nil
	}
	defer r.Body.Close() //nolint:errcheck // it was read
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, fmt.Errorf("reading a request: %w", err)
	}
	return body, nil
}

func discard(answer *http.Response, why string) string {
	if answer != nil {
		_, _ = io.CopyN(io.Discard, answer.Body, peek)
		_ = answer.Body.Close()
	}
	return why
}

// Pause waits, unless that would take longer than all waiting may.
func (t *Transport) Pause(ctx context.Context, why string, d time.Duration) error {
	if t.Used+d > t.Most {
		return fmt.Errorf("%w: %s, and would have to wait %s more", forge.ErrLimited, why, d.Round(time.Second))
	}
	t.Used += d
	t.Log(fmt.Sprintf("%s; next attempt in %s", why, d.Round(time.Second)))
	return t.Wait(ctx, d)
}

// verdict says why a request has to be made again, if it has to, when, and whether it is
// sure that this one changed nothing.
func (t *Transport) verdict(answer *http.Response, err error, attempt int) (why string, wait time.Duration, limited bool) {
	backoff := time.Duration(first<<(attempt-1))*time.Second + rand.N(time.Second/2) //nolint:gosec // no secret
	if err != nil {
		return err.Error(), backoff, false
	}
	switch code := answer.StatusCode; {
	case code == http.StatusTooManyRequests, code == http.StatusForbidden && t.isLimit(answer):
		return answer.Status, max(t.Until(answer.Header), backoff), true
	case code == http.StatusServiceUnavailable && answer.Header.Get("Retry-After") != "":
		return answer.Status, max(t.Until(answer.Header), backoff), false
	case code >= http.StatusInternalServerError && code != http.StatusNotImplemented:
		return answer.Status, backoff, false
	}
	return "", 0, false
}

// Until is the time for which a server wants no more requests, as its headers tell.
func (t *Transport) Until(h http.Header) time.Duration {
	if text := h.Get("Retry-After"); text != "" {
		if seconds, err := strconv.Atoi(text); err == nil {
			return time.Duration(max(seconds, 0)) * time.Second
		}
		if at, err := http.ParseTime(text); err == nil {
			return max(at.Sub(t.Now()), 0)
		}
	}
	for _, name := range []string{"X-RateLimit-Reset", "RateLimit-Reset"} {
		if at, err := strconv.ParseInt(h.Get(name), 10, 64); err == nil && none(h) {
			return max(time.Unix(at, 0).Sub(t.Now())+time.Second, 0)
		}
	}
	return unsaid * time.Second
}

func none(h http.Header) bool {
	return h.Get("X-RateLimit-Remaining") == "0" || h.Get("RateLimit-Remaining") == "0"
}

// isLimit tells a limit from a permission that is missing: GitHub refuses both with 403.
func (t *Transport) isLimit(answer *http.Response) bool {
	if answer.Header.Get("Retry-After") != "" || none(answer.Header) {
		return true
	}
	start, _ := io.ReadAll(io.LimitReader(answer.Body, peek))
	answer.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(start), answer.Body), answer.Body}
	text := strings.ToLower(string(start))
	return strings.Contains(text, "secondary rate limit") || strings.Contains(text, "abuse detection")
}
