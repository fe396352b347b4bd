package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/rcpool/rcpool/tools/internal/command"
)

// largest is the size of the largest profile that is read.
const largest = 256 << 20

// fetch returns a profile from a file, a URL or standard input, and its full name.
func fetch(ctx context.Context, name string, stderr io.Writer) (data []byte, from string, err error) {
	switch {
	case name == "-":
		data, err = io.ReadAll(io.LimitReader(os.Stdin, largest))
		return data, "standard input", err
	case strings.Contains(name, "://"):
		return get(ctx, name, stderr)
	}
	data, err = os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) && strings.Contains(name, ":") {
		err = fmt.Errorf("%w; a URL begins with http://", err)
	}
	return data, name, err
}

// get asks a server for a profile.
func get(ctx context.Context, name string, stderr io.Writer) ([]byte, string, error) {
	u, err := url.Parse(name)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, name, command.Mistake("%s is not a URL of a profile; it looks like http://127.0.0.1:6060/debug/pprof/allocs?seconds=30", name)
	}
	if u.Path == "" || u.Path == "/" {
		u.Path, u.RawQuery = "/debug/pprof/allocs", "seconds=30"
	}
	name = u.Redacted()
	if seconds := u.Query().Get("seconds"); seconds != "" {
		fmt.Fprintf(stderr, "rcadvise: %s takes %s seconds …\n", name, seconds)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, name, err
	}
	client := http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, ResponseHeaderTimeout: 10 * time.Minute}}
	response, err := client.Do(request)
	if err != nil {
		return nil, name, fmt.Errorf("no answer; does the program run, and import net/http/pprof? %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(io.LimitReader(response.Body, 300)) // whatever it says, the status is the error
		return nil, name, fmt.Errorf("%s: %s: %s%s", name, response.Status, strings.TrimSpace(string(said)), hint(response.StatusCode, string(said)))
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, largest))
	return data, name, err
}

// hint says what to do about an answer without a profile.
func hint(status int, said string) string {
	switch {
	case strings.Contains(said, "WriteTimeout"):
		return "\nAsk for fewer seconds, or take two snapshots: heap?gc=1 before and after."
	case status == http.StatusNotFound:
		return "\nThe program must serve net/http/pprof at this address, perhaps on another port."
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return "\nFetch the profile with what may, and give rcadvise the file."
	}
	return ""
}
