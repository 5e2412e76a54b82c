package manifest

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// scpLike is user@host:path, as ssh has it.
var scpLike = regexp.MustCompile(`^(?:([A-Za-z0-9._-]+)@)?([A-Za-z0-9][A-Za-z0-9.-]*):([^:].*)$`)

// locate reads a URL, and takes the secrets out of it.
func (e *Entry) locate(text string) error {
	if strings.ContainsAny(text, "\x00\r\n\t ") {
		e.Location = strings.Join(strings.Fields(text), " ")
		return errors.New("white space in a URL")
	}
	if m := scpLike.FindStringSubmatch(text); m != nil && !strings.Contains(text, "://") {
		e.Location = strings.TrimSuffix(text, ".git")
		if strings.HasPrefix(m[3], "-") || strings.HasPrefix(m[1], "-") {
			return errors.New("a path that looks like an option")
		}
		e.URL = text
		return nil
	}
	u, err := url.Parse(text)
	if err != nil {
		e.Location = "a URL that cannot be read" // it may hold a secret
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
