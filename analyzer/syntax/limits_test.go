package syntax

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestParseRefuses(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	tests := []struct {
		name string
		ctx  context.Context
		src  string
		lim  Limits
		want error
		says string
	}{
		{"too large", context.Background(), "x = 1\n", Limits{MaxBytes: 5}, ErrTooLarge, "6 bytes, the limit is 5"},
		{"too large by default", context.Background(), strings.Repeat("x", 5<<20+1), Limits{}, ErrTooLarge, "limit is 5242880"},
		{"too slow", context.Background(), strings.Repeat("f((\n", 1_000_000), Limits{Timeout: time.Millisecond}, ErrTimeout, "limit is 1ms"},
		{"NUL", context.Background(), "x = 1\n\x00", Limits{}, ErrNUL, "at byte 6"},
		{"too much work", context.Background(), strings.Repeat(template, 3_000), Limits{Timeout: hang}, ErrTooMuch, "too much work"},
		{"cancelled", cancelled, "x = 1\n", Limits{}, context.Canceled, ""},
		{"too deep", context.Background(), strings.Repeat("(", 200_000) + strings.Repeat(")", 200_000), Limits{Timeout: hang}, ErrTooDeep, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree, err := Parse(tt.ctx, []byte(tt.src), tt.lim)
			if tree != nil || !errors.Is(err, tt.want) {
				t.Fatalf("got %v, %v; want %v", tree, err, tt.want)
			}
			if !strings.HasPrefix(err.Error(), "syntax: ") || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("the error reads %q", err)
			}
		})
	}
}

// template is what generates Python. To recover from each of its errors, the parser
// copies all that it has read before.
const template = "class {{ a }}:\n    def f(self):\n        return {{ b }}\n"

// TestWorkOnErrorsIsBounded holds the work on a text that is hard to make sense of
// against its length, and what people write against the limit.
func TestWorkOnErrorsIsBounded(t *testing.T) {
	for name, src := range map[string]string{
		"template":        strings.Repeat(template, 100),
		"brackets":        strings.Repeat("(a,", 100_000) + strings.Repeat(")", 100_000),
		"print statement": strings.Repeat("print 'a', b\n", 10_000),
		"conflicts":       strings.Repeat("<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> branch\n", 2_000),
		"prose":           strings.Repeat("This is text, and says nothing to Python.\n", 3_000),
	} {
		if _, err := Parse(context.Background(), []byte(src), Limits{Timeout: hang}); err != nil && !errors.Is(err, ErrTooDeep) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLimitItselfIsAllowed(t *testing.T) {
	if _, err := Parse(context.Background(), []byte("x = 1"), Limits{MaxBytes: 5}); err != nil {
		t.Error(err)
	}
}

// ended is the context of a parse whose time was up before it began.
func ended() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(ErrTimeout)
	return ctx
}

// A parser that was halted must not bring the old text into the next tree.
func TestParserIsCleanAfterAHalt(t *testing.T) {
	p, err := newParser()
	if err != nil {
		t.Fatal(err)
	}
	defer freeParser(p.c)
	long := []byte(strings.Repeat("f((\n", 1_000_000))
	if err := p.parse(ended(), long, flatten); !errors.Is(err, ErrTimeout) {
		t.Fatalf("got %v", err)
	}
	src := []byte("x = 1\n")
	if err := p.parse(context.Background(), src, flatten); err != nil {
		t.Fatal(err)
	}
	if got, want := outline(p.tree(src), Root), "module(expression_statement(assignment(identifier integer)))"; got != want {
		t.Errorf("got %s", got)
	}
}

func TestParseStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	begin := time.Now()
	_, err := Parse(ctx, garbage(1<<20), Limits{Timeout: time.Minute})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if took := time.Since(begin); took > hang {
		t.Errorf("stopped after %v", took)
	}
	parse(t, "x = 1\n")
}

// garbage is n bytes without NUL in which tokens, quotes and brackets abound.
func garbage(n int) []byte {
	rng := rand.New(rand.NewPCG(3, 4))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(1 + rng.IntN(255))
	}
	return b
}

// hang is far beyond every limit. Tests run on busy machines and under the race
// detector, so that a test of time can tell no more than this.
const hang = time.Minute

// Whatever the input is, there is an answer.
func TestPathologicalInput(t *testing.T) {
	const mega = 1 << 20
	inputs := map[string][]byte{
		"empty":           nil,
		"garbage":         garbage(mega),
		"quotes":          bytes.Repeat([]byte(`"'`), mega/2),
		"one-line list":   []byte("x = [" + strings.Repeat("1, ", mega/3) + "]"),
		"one-line string": []byte("x = '" + strings.Repeat("a", mega) + "'"),
		"one-line sum":    []byte("x = 1" + strings.Repeat(" + 1", mega/4)),
		"parentheses":     []byte(strings.Repeat("(", 10_000) + "x" + strings.Repeat(")", 10_000)),
		"open":            bytes.Repeat([]byte("("), mega),
		"close":           bytes.Repeat([]byte(")"), mega),
		"backslashes":     bytes.Repeat([]byte("\\"), mega),
		"new lines":       bytes.Repeat([]byte("\n"), mega),
		"indents":         []byte(indents(1_000)),
		"f-strings":       []byte(strings.Repeat("f'{", 1_000)),
		"invalid UTF-8":   []byte("x = '\xff\xfe' \xc3(\n"),
		"carriage return": []byte("x = 1\ry = 2\r"),
		"unterminated":    []byte("'''" + strings.Repeat("a\n", mega/2)),
	}
	for name, src := range inputs {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			tree, err := Parse(context.Background(), src, Limits{})
			took := time.Since(begin)
			t.Logf("%d bytes in %v: %v", len(src), took.Round(time.Millisecond), err)
			if took > hang {
				t.Errorf("took %v", took)
			}
			if err == nil {
				err = checkInvariants(tree)
			} else if errors.Is(err, ErrTimeout) || errors.Is(err, ErrTooDeep) {
				err = nil
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// indents is a ladder of if statements.
func indents(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "if x:\n")
	}
	return b.String() + strings.Repeat(" ", n) + "pass\n"
}

func TestDeepNestingIsRead(t *testing.T) {
	tree := parseClean(t, strings.Repeat("(", 10_000)+"x"+strings.Repeat(")", 10_000))
	if got := text(tree, tree.Unparen(tree.First(tree.First(Root)))); got != "x" {
		t.Errorf("inside is %.20q", got)
	}
}

// limitBytes are the texts of the following tests, as large as they may be.
const limitBytes = 5 << 20

// Whatever is begun takes a place on the stack until it ends. A text that only begins
// things is given up before it takes the memory of the machine.
func TestStackIsBounded(t *testing.T) {
	const chunk, mostBytes = 256 << 10, 220 << 20
	for _, unit := range []string{"(", "[", "{", "-", "~", "not ", "x=", "f(", "(a,", "a**", "[(", "{a:", "x[", "lambda:"} {
		p, err := newParser()
		if err != nil {
			t.Fatal(err)
		}
		err = p.parse(context.Background(), []byte(strings.Repeat(unit, limitBytes/len(unit))), flatten)
		if !errors.Is(err, ErrTooDeep) {
			t.Errorf("%q: %v", unit, err)
		}
		if took := int(p.c.pool.count) * chunk; took > mostBytes {
			t.Errorf("%q takes %d MB", unit, took>>20)
		}
		freeParser(p.c)
	}
}

// Code reaches the limit of levels before that of places, however many of these it needs
// for each of its levels.
func TestStackHoldsAllLevels(t *testing.T) {
	for _, c := range []struct {
		open, in, shut string
		levels         int // of one
	}{
		{"a if b else ", "c", "", 1},
		{"x[a:b,c:d:", "e", "]", 2},
		{"[a for b in ", "c", "]", 2},
		{"f(a,*b,c=", "d", ")", 3},
		{"{a:b,**", "c", "}", 2},
		{"lambda a,*b:", "c", "", 1},
		{"print(", "c", ")", 2},
		{"await a or not ", "c", "", 2},
		{"#\n", "c", "", 0},
		{"#\r\n", "c", "", 0},
	} {
		n := (maxDepth - 100) / max(1, c.levels)
		if c.levels == 0 {
			n = leastPlaces + 1
		}
		_, err := Parse(context.Background(), []byte(strings.Repeat(c.open, n)+c.in+strings.Repeat(c.shut, n)+"\n"), Limits{Timeout: hang})
		if err != nil {
			t.Errorf("%d of %q: %v", n, c.open, err)
		}
	}
}

func TestDeepBracket(t *testing.T) {
	deep := strings.Repeat("([{", deepestBracket/3) // two more are as many as there may be
	for _, c := range []struct {
		text string
		want int
	}{
		{strings.Repeat("(", deepestBracket), -1},
		{strings.Repeat("(", deepestBracket) + "x" + strings.Repeat(")", deepestBracket) + "(", -1},
		{"x\n" + strings.Repeat("(", deepestBracket+5), 2 + deepestBracket},
		{"'" + deep + deep + "'\n# " + deep + deep + "\n'''\n" + deep + deep + "'''", -1},
		{deep + "'" + deep + "', # " + deep + "\n((((", 3*len(deep) + len("'', # \n((")},
	} {
		at, ok := DeepBracket([]byte(c.text))
		if ok != (c.want >= 0) || ok && at != c.want {
			t.Errorf("%.20q…: %d %v, want %d", c.text, at, ok, c.want)
		}
	}
}

func TestParseConcurrently(t *testing.T) {
	want := outline(parse(t, mlHeader), Root)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				tree, err := Parse(context.Background(), []byte(mlHeader), Limits{Timeout: time.Minute})
				if err != nil {
					t.Error(err)
				} else if got := outline(tree, Root); got != want {
					t.Errorf("got %s", got)
				}
			}
		})
	}
	wg.Wait()
}
