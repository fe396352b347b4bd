package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool/lab/bench/waf/result"
	"github.com/rcpool/rcpool/lab/internal/command"
)

// ab is ApacheBench.
type ab struct{ path, version string }

func (a ab) name() string { return a.version }

func (a ab) drive(ctx context.Context, url string, concurrency, requests int) (float64, result.Latency, error) {
	dir, err := os.MkdirTemp("", "ab-")
	if err != nil {
		return 0, result.Latency{}, err
	}
	defer os.RemoveAll(dir)
	table := filepath.Join(dir, "percentiles.csv")
	// The shell gives ab the limit of open files that it needs; see checkFiles.
	cmd := command.Start(ctx, "", "sh", "-c", `ulimit -n "$0" 2>/dev/null; exec "$@"`, strconv.Itoa(filesFor(concurrency)),
		a.path, "-q", "-c", strconv.Itoa(concurrency), "-n", strconv.Itoa(requests), "-e", table, url)
	out, err := command.Output(cmd)
	if err != nil {
		if strings.Contains(err.Error(), "Cannot assign requested address") {
			err = fmt.Errorf("%w\nAll local ports are in use by connections that were closed a moment ago: try a smaller -n", err)
		}
		return 0, result.Latency{}, err
	}
	percentiles, err := os.ReadFile(table)
	if err != nil {
		return 0, result.Latency{}, fmt.Errorf("ab wrote no percentiles: %w", err)
	}
	return parseAB(string(out), string(percentiles), requests)
}

// parseAB reads what ab printed, and its table of percentiles.
func parseAB(said, table string, requests int) (seconds float64, l result.Latency, err error) {
	number := func(label string) (float64, bool) {
		_, rest, ok := strings.Cut(said, label)
		if fields := strings.Fields(rest); ok && len(fields) > 0 {
			f, err := strconv.ParseFloat(fields[0], 64)
			return f, err == nil
		}
		return 0, false
	}
	complete, _ := number("Complete requests:")
	failed, _ := number("Failed requests:")
	refused, _ := number("Non-2xx responses:")
	if int(complete) != requests || failed+refused > 0 {
		return 0, l, fmt.Errorf("ab: %.0f of %d requests were answered, %.0f failed, and %.0f were not answered with 200 (do the rules let the path pass?)", complete, requests, failed, refused)
	}
	seconds, ok1 := number("Time taken for tests:")
	l.Mean, _ = number("Time per request:")
	at := map[string]float64{}
	for lines := bufio.NewScanner(strings.NewReader(table)); lines.Scan(); {
		percent, ms, _ := strings.Cut(lines.Text(), ",")
		if f, err := strconv.ParseFloat(ms, 64); err == nil {
			at[percent] = f
		}
	}
	l.P50, l.P90, l.P99 = at["50"], at["90"], at["99"]
	longest, ok2 := number("100%")
	l.Max = max(longest, l.P99)
	if !ok1 || !ok2 || seconds <= 0 || l.P50 == 0 || l.P99 == 0 {
		return 0, l, errors.New("ab: this program does not know its output:\n" + said)
	}
	return seconds, l, nil
}
