// Package forge has what a review needs from the place where a change is reviewed:
// GitHub or GitLab. The packages github and gitlab implement it.
package forge

import (
	"context"
	"errors"
	"fmt"
)

// Forge is a pull request, or merge request, on one of these places.
type Forge interface {
	// Change is the change as it is now.
	Change(ctx context.Context) (*Change, error)
	// Posted are the earlier comments of this program that have a marker of its own.
	Posted(ctx context.Context, mark Mark) (*Posted, error)
	// Review posts comments on lines. It returns those that were refused for their place;
	// after any other error some may have been posted.
	Review(ctx context.Context, change *Change, body string, comments []Comment) (refused []Comment, err error)
	// Resolve says that what a thread is about is gone.
	Resolve(ctx context.Context, thread Thread) error
	// Summarize writes the summary comment: a new one, or the one that is there.
	Summarize(ctx context.Context, old *Summary, body string) error
	// Features are what comments may be.
	Features() Features
}

// Features are the differences of the places.
type Features struct {
	Name  string // of the place
	What  string // that a change is called there
	Limit int    // longest comment, in bytes
	// Suggestion is the word behind the fence of a suggestion for a comment on the last of
	// the lines that it replaces.
	Suggestion func(lines int) string
	// MaxLines is the largest number of lines that a suggestion may replace; 0 is any.
	MaxLines int
}

// Mark finds the markers of this program in the text of a comment.
type Mark interface {
	// Comment reads the key and the hash of the suggestion of a comment on a line.
	Comment(body string) (key, suggestion string, ok bool)
	// Summary reports whether a comment is the summary.
	Summary(body string) bool
}

// Change is a set of commits that is reviewed.
type Change struct {
	Head  string // commit that is reviewed
	Base  string // commit of the branch that it goes into
	Start string // commit that GitLab compares with; empty elsewhere
	Files map[string]*File
	// Link is where a browser shows a line of the change.
	Link func(path string, line int) string
}

// File is a file of a change, by its new name.
type File struct {
	OldPath string
	Hunks   []Hunk // none where the place shows no difference
}

// Hunk is a run of lines that the difference shows.
type Hunk struct {
	First int
	Old   []int // the number of each line before the change; 0 for a line that was added
}

// Last is the last line of a hunk.
func (h Hunk) Last() int { return h.First + len(h.Old) - 1 }

// Holding is the hunk that holds all of the lines.
func (f *File) Holding(first, last int) (Hunk, bool) {
	for _, h := range f.Hunks {
		if h.First <= first && last <= h.Last() {
			return h, true
		}
	}
	return Hunk{}, false
}

// Comment is a comment on lines of a file.
type Comment struct {
	Path, OldPath string
	First, Last   int
	OldLine       int // number of the last line before the change; 0 if it was added
	Body          string
}

// Posted is what this program has posted before.
type Posted struct {
	Threads []Thread
	Summary *Summary // nil if there is none
}

// Thread is an earlier comment on lines, with its answers.
type Thread struct {
	ID         string
	CommentID  string // of its first comment
	Key        string
	Suggestion string
	Open       bool
	ByPerson   bool // if it is not open: a person has closed it, and not this program
	CanResolve bool
	CanHide    bool
	Place      string // for people
}

// Summary is an earlier summary.
type Summary struct {
	ID   string
	Body string
}

// Errors by what can be done about them.
var (
	// ErrUnsure says that a change may have been made or not, so that what is there has to
	// be looked at again.
	ErrUnsure = errors.New("not sure what was written")
	// ErrLimited says that the place wants fewer requests, for longer than we wait.
	ErrLimited = errors.New("too many requests")
)

// DeniedError says that a token may not do what is asked, and what it needs.
type DeniedError struct {
	Did   string // that was not permitted
	Needs string
	Err   error
}

// Error is what was not permitted, and what it takes.
func (e *DeniedError) Error() string { return fmt.Sprintf("%s is not permitted: %s", e.Did, e.Needs) }

// Unwrap is the answer.
func (e *DeniedError) Unwrap() error { return e.Err }
