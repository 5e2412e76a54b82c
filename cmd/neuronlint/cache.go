package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/config"
)

// cacheOf says where a run keeps results: where the settings or
// NEURONLINT_CACHE_DIR say, or else among the user's caches. It is nil for a
// run that keeps none.
func (a *app) cacheOf(s *config.Settings) *driver.Cache {
	dir := s.CacheDir
	if blank(dir) {
		dir = os.Getenv("NEURONLINT_CACHE_DIR")
	}
	if blank(dir) {
		dir = ""
		if user, err := os.UserCacheDir(); err == nil {
			dir = filepath.Join(user, "neuronlint")
		}
	}
	build := buildID()
	if s.NoCache || dir == "" || build == "" {
		return nil
	}
	return &driver.Cache{Dir: dir, Build: build, Whole: a.save}
}

// buildID tells this program from others: a release by its version, anything else by
// its file. It is empty if neither is known.
func buildID() string {
	version := toolVersion()
	if version != "devel" && !strings.Contains(version, "+") {
		return version
	}
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(name)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s %d %d", version, info.Size(), info.ModTime().UnixNano())
}
