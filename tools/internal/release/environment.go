package main

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// An environment is what the go command uses here.
type environment struct {
	proxies   string // GOPROXY
	unchecked string // GONOSUMDB
	cache     string // GOMODCACHE
}

func currentEnvironment(ctx context.Context) (environment, error) {
	text, err := output(ctx, "", nil, "go", "env", "GOPROXY", "GONOSUMDB", "GOMODCACHE")
	if err != nil {
		return environment{}, err
	}
	values := strings.Split(text, "\n")
	return environment{values[0], values[1], values[2]}, nil
}

// with returns the variables with which the go command asks the proxies in the
// given directories first, outside of the workspace. Modules below
// github.com/rcpool are not looked up in the checksum database: they are not
// published. variables come last, and so prevail.
func (e environment) with(proxies []string, variables ...string) []string {
	var list []string
	for _, dir := range proxies {
		list = append(list, fileURL(dir))
	}
	if e.proxies != "" {
		list = append(list, e.proxies)
	}
	env := append(os.Environ(),
		"GOWORK=off", "GOFLAGS=", "GO111MODULE=", "GOPRIVATE=", "GONOPROXY=",
		"GOPROXY="+strings.Join(list, ","),
		"GONOSUMDB="+strings.TrimPrefix(e.unchecked+",github.com/rcpool", ","),
	)
	return append(env, variables...)
}

// fileURL returns the URL of a directory.
func fileURL(dir string) string {
	if absolute, err := filepath.Abs(dir); err == nil {
		dir = absolute
	}
	slashed := filepath.ToSlash(dir)
	if !strings.HasPrefix(slashed, "/") { // a drive letter
		slashed = "/" + slashed
	}
	return (&url.URL{Scheme: "file", Path: slashed}).String()
}
