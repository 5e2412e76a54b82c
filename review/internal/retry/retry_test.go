package retry

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/review/internal/forge"
)

type answer struct {
	status int
	header map[string]string
	body   string
}

// exchange makes one request of a server with the given answers, and says what came of
// it, how long it waited and how often it asked.
func exchange(ctx context.Context, t *testing.T, method string, answers ...answer) (status int, body string, waited []time.Duration, asked int, err error) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got, _ := io.ReadAll(r.Body); string(got) != "body" {
			t.Errorf("request %d has the body %q", asked+1, got)
		}
		a := answers[min(asked, len(answers)-1)]
		asked++
		for name, value := range a.header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(a.status)
		_, _ = io.WriteString(w, a.body)
	}))
	defer server.Close()
	transport := New(http.DefaultTransport, 5*time.Minute, func(string) {})
	transport.Now = func() time.Time { return time.Unix(1000, 0) }
	transport.Wait = func(_ context.Context, d time.Duration) error {
		waited = append(waited, d)
		return nil
	}
	r, err := http.NewRequestWithContext(ctx, method, server.URL, strings.NewReader("body"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := (&http.Client{Transport: transport}).Do(r)
	if err != nil {
		return 0, "", waited, asked, err
	}
	defer got.Body.Close() //nolint:errcheck // it was read
	text, err := io.ReadAll(got.Body)
	return got.StatusCode, string(text), waited, asked, err
}

func TestRepeats(t *testing.T) {
	ok := answer{status: 200, body: "fine"}
	repeatable := Repeatable(context.Background())
	tests := []struct {
		name    string
		ctx     context.Context
		method  string
		first   answer
		waited  time.Duration // at least, and at most a second more
		refused error         // instead
		status  int           // instead of 200
	}{
		{name: "server error", method: "GET", first: answer{status: 502}, waited: time.Second},
		{name: "server error of a change", method: "POST", first: answer{status: 502}, refused: forge.ErrUnsure},
		{name: "server error of a query", ctx: repeatable, method: "POST", first: answer{status: 502}, waited: time.Second},
		{name: "server error of a replacement", method: "PATCH", first: answer{status: 500}, waited: time.Second},
		{name: "seconds", method: "POST", first: answer{status: 429, header: map[string]string{"Retry-After": "30"}}, waited: 30 * time.Second},
		{name: "date", method: "GET", first: answer{status: 503, header: map[string]string{"Retry-After": "Thu, 01 Jan 1970 00:17:10 GMT"}}, waited: 30 * time.Second},
		{
			name: "primary limit", method: "POST", waited: 21 * time.Second,
			first: answer{status: 403, header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1020"}},
		},
		{
			name: "limit of GitLab", method: "POST", waited: 21 * time.Second,
			first: answer{status: 429, header: map[string]string{"RateLimit-Remaining": "0", "RateLimit-Reset": "1020"}},
		},
		{
			name: "secondary limit", method: "POST", waited: time.Minute,
			first: answer{status: 403, body: `{"message": "You have exceeded a secondary rate limit."}`},
		},
		{name: "too long", method: "GET", first: answer{status: 429, header: map[string]string{"Retry-After": "3600"}}, refused: forge.ErrLimited},
		{name: "permission", method: "POST", first: answer{status: 403, body: "Resource not accessible by integration"}, status: 403},
		{name: "not there", method: "GET", first: answer{status: 404}, status: 404},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.ctx == nil {
				tt.ctx = context.Background()
			}
			status, body, waited, asked, err := exchange(tt.ctx, t, tt.method, tt.first, ok)
			switch {
			case tt.refused != nil:
				if !errors.Is(err, tt.refused) || asked != 1 {
					t.Errorf("%v after %d requests, want %v", err, asked, tt.refused)
				}
			case tt.status != 0:
				if err != nil || status != tt.status || body != tt.first.body || asked != 1 {
					t.Errorf("%d %q after %d requests, %v", status, body, asked, err)
				}
			case err != nil || status != 200 || body != "fine" || asked != 2 || len(waited) != 1 ||
				waited[0] < tt.waited || waited[0] > tt.waited+time.Second:
				t.Errorf("%d %q after %d requests and %v, %v", status, body, asked, waited, err)
			}
		})
	}
}

func TestGivesUp(t *testing.T) {
	_, _, waited, asked, err := exchange(context.Background(), t, "GET", answer{status: 500})
	if asked != attempts || len(waited) != attempts-1 || err == nil || !strings.Contains(err.Error(), "500") {
		t.Errorf("%d requests, %v waited, %v", asked, waited, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := sleep(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
