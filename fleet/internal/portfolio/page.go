package portfolio

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"
)

//go:embed page.html
var page string

// Write writes the page.
func (p *Portfolio) Write(w io.Writer) error {
	t, err := template.New("page").Funcs(template.FuncMap{
		"number": number[int], "number64": number[int64], "days": days, "signed": signed, "text": text,
		"share": func(f float64) string { return strconv.FormatFloat(f, 'f', 2, 64) },
	}).Parse(page)
	if err != nil {
		return fmt.Errorf("portfolio: %w", err)
	}
	if err := t.Execute(w, p); err != nil {
		return fmt.Errorf("portfolio: %w", err)
	}
	return nil
}

// text marks the code between backticks.
func text(s string) template.HTML {
	var b strings.Builder
	parts := strings.Split(s, "`")
	for i, part := range parts {
		switch {
		case i%2 == 0:
			b.WriteString(template.HTMLEscapeString(part))
		case i == len(parts)-1: // nobody closes it
			b.WriteString("`" + template.HTMLEscapeString(part))
		default:
			b.WriteString("<code>" + template.HTMLEscapeString(part) + "</code>")
		}
	}
	return template.HTML(b.String())
}

// number groups digits by commas.
func number[N int | int64](n N) string {
	text := strconv.FormatInt(int64(n), 10)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// signed is a number with its sign.
func signed(n int) string {
	if n > 0 {
		return "+" + number(n)
	}
	return strings.Replace(number(n), "-", "−", 1)
}

// days is a range of days of work.
func days(low, high float64) string {
	a, b := day(low), day(high)
	if a == b {
		return a
	}
	return a + "–" + b
}

func day(n float64) string {
	switch {
	case n == 0:
		return "0"
	case n < 0.1:
		return "<0.1"
	case n < 10:
		return strings.TrimSuffix(strconv.FormatFloat(n, 'f', 1, 64), ".0")
	}
	return number(int64(n + 0.5))
}

// Uses is a list of uses with the word for their places.
type Uses struct {
	List   []Use
	Places string
}

// LibraryTable is the table of libraries.
func (p *Portfolio) LibraryTable() Uses { return Uses{p.Libraries, "files"} }

// CallTable is the table of operators by use.
func (p *Portfolio) CallTable() Uses { return Uses{p.Calls, "calls"} }

// OperatorTable is the table of operators that findings are about.
func (p *Portfolio) OperatorTable() Uses { return Uses{p.Operators, "places"} }
