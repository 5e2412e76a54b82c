package source

import (
	"fmt"
	"strings"
)

// glob is a compiled pattern of a .gitignore file. It matches bytes, as git
// does.
type glob []token

// wildcards are the bytes that make a pattern more than text.
const wildcards = `*?[\`

// token is one step of a glob.
type token struct {
	kind tokenKind
	set  byteSet // for tokenByte
}

type tokenKind uint8

const (
	tokenByte tokenKind = iota // one byte of a set
	tokenStar                  // any bytes but '/'
	tokenDeep                  // any bytes
	tokenDirs                  // nothing, or any bytes that end in '/'
)

// byteSet is a set of bytes; '/' is never matched by a set of several.
type byteSet [4]uint64

func (s *byteSet) add(b byte)      { s[b/64] |= 1 << (b % 64) }
func (s *byteSet) has(b byte) bool { return s[b/64]&(1<<(b%64)) != 0 }

// compileGlob fails on patterns that match nothing, such as an open bracket.
func compileGlob(pattern string) (glob, error) {
	var g glob
	for i := 0; i < len(pattern); {
		tok, size, err := nextToken(pattern, i)
		if err != nil {
			return nil, fmt.Errorf("pattern %q: %w", pattern, err)
		}
		g = append(g, tok)
		i += size
	}
	return g, nil
}

// nextToken compiles the token at offset i and returns its length.
func nextToken(pattern string, i int) (token, int, error) {
	var set byteSet
	switch pattern[i] {
	case '*':
		kind, size := stars(pattern, i)
		return token{kind: kind}, size, nil
	case '?':
		return token{set: set.invert()}, 1, nil
	case '[':
		set, size, err := bracket(pattern[i:])
		return token{set: set}, size, err
	case '\\':
		if i+1 == len(pattern) {
			return token{}, 0, fmt.Errorf("backslash at the end")
		}
		set.add(pattern[i+1])
		return token{set: set}, 2, nil
	default:
		set.add(pattern[i])
		return token{set: set}, 1, nil
	}
}

// stars reads a run of '*'. Two or more cross directories only where they are a whole
// component of the path. Git compares the text before the first wildcard by itself, so
// stars right behind it begin a component too, contrary to the manual.
func stars(pattern string, i int) (tokenKind, int) {
	end := i
	for end < len(pattern) && pattern[end] == '*' {
		end++
	}
	rest := pattern[end:]
	begins := i == 0 || pattern[i-1] == '/' || !strings.ContainsAny(pattern[:i], wildcards)
	switch {
	case end-i == 1 || !begins:
		return tokenStar, end - i
	case strings.HasPrefix(rest, "/"):
		return tokenDirs, end - i + 1
	case rest == "" || strings.HasPrefix(rest, `\/`):
		return tokenDeep, end - i
	default:
		return tokenStar, end - i
	}
}

// match reports whether g matches all of s. On a mismatch the latest star
// takes one more byte, and where it may not, the latest token that crosses
// directories does; an earlier one could reach nothing that the latest cannot.
func (g glob) match(s string) bool {
	var (
		step, at     int
		star, starAt = -1, 0
		deep, deepAt = -1, 0
	)
	for {
		if step == len(g) && at == len(s) {
			return true
		}
		if step < len(g) {
			switch tok := &g[step]; {
			case tok.kind == tokenStar:
				star, starAt = step, at
				step++
				continue
			case tok.kind != tokenByte:
				deep, deepAt, star = step, at, -1
				step++
				continue
			case at < len(s) && tok.set.has(s[at]):
				step++
				at++
				continue
			}
		}
		switch {
		case star >= 0 && starAt < len(s) && s[starAt] != '/':
			starAt++
			step, at = star+1, starAt
		case deep >= 0 && g[deep].extend(s, &deepAt):
			star = -1
			step, at = deep+1, deepAt
		default:
			return false
		}
	}
}

// extend moves at to the next place where a token that crosses directories
// may end.
func (t token) extend(s string, at *int) bool {
	if t.kind == tokenDeep {
		*at++
		return *at <= len(s)
	}
	slash := strings.IndexByte(s[*at:], '/')
	*at += slash + 1
	return slash >= 0
}
