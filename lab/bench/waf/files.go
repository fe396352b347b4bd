package main

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
)

// filesFor is how many open files a load needs, or a server.
func filesFor(concurrency int) int { return concurrency + 32 }

// checkFiles fails if the system does not let a process open as many files as
// that many connections need.
func checkFiles(ctx context.Context, concurrency int) error {
	out, err := exec.CommandContext(ctx, "sh", "-c", "ulimit -Hn").Output()
	if err != nil {
		return nil // no such limit, or no way to know
	}
	limit := strings.TrimSpace(string(out))
	if n, err := strconv.Atoi(limit); err == nil && n < filesFor(concurrency) {
		return fmt.Errorf("-c %d needs %d open files, and no more than %d are allowed here: raise the limit (ulimit -Hn, as root), or use a smaller -c",
			concurrency, filesFor(concurrency), n)
	}
	return nil
}
