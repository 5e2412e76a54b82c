package lsp

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
)

// pathOf is the absolute name of the file that a URI names; it is not ok for anything
// else, such as a text that was never saved.
func pathOf(uri string) (name string, ok bool) {
	u, err := url.Parse(uri)
	if err != nil || !strings.EqualFold(u.Scheme, "file") || u.Path == "" {
		return "", false
	}
	name = u.Path
	if runtime.GOOS == "windows" {
		name = windowsPath(u.Host, name)
	} else if u.Host != "" && u.Host != "localhost" {
		return "", false
	}
	if name = filepath.FromSlash(name); !filepath.IsAbs(name) {
		return "", false
	}
	return filepath.Clean(name), true
}

// windowsPath takes "/c:/dir" for "C:/dir", and a host for that of a share.
func windowsPath(host, path string) string {
	if host != "" {
		return "//" + host + path
	}
	path = strings.TrimPrefix(path, "/")
	if len(path) > 1 && path[1] == ':' {
		path = strings.ToUpper(path[:1]) + path[1:]
	}
	return path
}

// uriOf is the URI of a file.
func uriOf(name string) string {
	slashed := filepath.ToSlash(name)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	u := url.URL{Scheme: "file", Path: slashed}
	return u.String()
}
