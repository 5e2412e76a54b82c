package manifest

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// scpLike is user@host:path, as ssh has it.
var scpLike = regexp.MustCompile(`^(?:([A-Za-z0-9._-]+)@)?([A-Za-z0-9][A-Za-z0-9.-]*):([^:].*)$`)

// unreadable stands for a URL that cannot be told apart from a secret in it.
const unreadable = "a URL that cannot be read"

// locate reads a URL, and takes the secrets out of it.
func (e *Entry) locate(text string) error {
	if strings.ContainsAny(text, "\x00\r\n\t ") {
		if e.Location = strings.Join(strings.Fields(text), " "); strings.Contains(text, "@") {
			e.Location = unreadable
		}
		return errors.New("white space in a URL")
	}
	if m := scpLike.FindStringSubmatch(text); m != nil && !strings.Contains(text, "://") {
		return e.locateSCP(text, m[1], m[2], m[3])
	}
	u, err := url.Parse(text)
	if err != nil {
		e.Location = unreadable
		return errors.New("not a URL")
	}
	if u.User != nil && (u.Scheme == "https" || u.Scheme == "http") {
		e.User = u.User.Username()
		e.Password, _ = u.User.Password()
		u.User = nil
	} else if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	u.RawQuery, u.Fragment = "", ""
	u.Host = strings.ToLower(u.Host)
	e.Location = strings.TrimSuffix(strings.TrimSuffix(u.String(), "/"), ".git")
	switch u.Scheme {
	case "https", "http", "ssh", "git":
	default:
		return fmt.Errorf("URLs of the kind %q are not cloned", u.Scheme)
	}
	if u.Host == "" || strings.HasPrefix(u.Host, "-") || u.User != nil && strings.HasPrefix(u.User.Username(), "-") {
		return errors.New("a URL without a host")
	}
	e.URL = strings.TrimSuffix(u.String(), "/")
	return nil
}

// locateSCP reads user@host:path. A URL that lacks a part looks like it, with a password
// where the path should be.
func (e *Entry) locateSCP(text, user, host, path string) error {
	first, _, _ := strings.Cut(strings.TrimLeft(path, "/"), "/")
	if strings.Contains(first, "@") || slices.Contains([]string{"http", "https", "ssh", "git"}, strings.ToLower(host)) {
		e.Location = unreadable
		return errors.New("neither a URL nor user@host:path")
	}
	e.Location = strings.TrimSuffix(text, ".git")
	if strings.HasPrefix(path, "-") || strings.HasPrefix(user, "-") {
		return errors.New("a path that looks like an option")
	}
	e.URL = text
	return nil
}
