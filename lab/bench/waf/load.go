package main

import (
	"context"
	"fmt"
	"os/exec"
	"strings"

	"github.com/rcpool/rcpool/lab/bench/waf/result"
)

// A load makes requests, in a process of its own.
type load interface {
	name() string
	// drive gets url requests times, concurrency of them at a time, each over a
	// connection of its own. It fails unless all of them are answered with 200.
	drive(ctx context.Context, url string, concurrency, requests int) (seconds float64, latency result.Latency, err error)
}

// chooseLoad returns ab if there is one, and the built-in load otherwise; why says
// what is missing.
func chooseLoad(ctx context.Context, wanted string) (l load, why string, err error) {
	if wanted == "builtin" {
		return builtin{}, "", nil
	}
	path, err := exec.LookPath("ab")
	switch {
	case err == nil:
		out, err := exec.CommandContext(ctx, path, "-V").Output()
		if err != nil {
			return nil, "", fmt.Errorf("ask ab for its version: %w", err)
		}
		version := "ab"
		if _, after, ok := strings.Cut(string(out), "Version "); ok {
			version, _, _ = strings.Cut("ab "+after, " <")
		}
		return ab{path: path, version: strings.TrimSpace(version)}, "", nil
	case wanted == "ab":
		return nil, "", fmt.Errorf("there is no ab: install apache2-utils (Debian, Ubuntu), httpd-tools (Fedora) or httpd (Homebrew), or use -load builtin: %w", err)
	}
	return builtin{}, "there is no ab (it comes with apache2-utils, httpd-tools or httpd): the built-in load is used", nil
}
