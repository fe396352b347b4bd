package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Start returns a command that is interrupted, and so can end what it started,
// when ctx is done, and is killed if it has not ended some time later.
func Start(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 20 * time.Second
	return cmd
}

// Output runs cmd and returns what it writes to standard output. The error names
// the command and has what it wrote to standard error.
func Output(cmd *exec.Cmd) ([]byte, error) {
	out, err := cmd.Output()
	if err == nil {
		return out, nil
	}
	said := ""
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && len(exit.Stderr) > 0 {
		said = "\n" + strings.TrimSpace(string(exit.Stderr))
	}
	return out, fmt.Errorf("%s %s: %w%s", filepath.Base(cmd.Path), Quote(cmd.Args[1:]), err, said)
}

// Quote writes arguments as they are typed.
func Quote(args []string) string {
	var all []string
	for _, a := range args {
		if a == "" || strings.ContainsAny(a, " '\"$&?") {
			a = strconv.Quote(a)
		}
		all = append(all, a)
	}
	return strings.Join(all, " ")
}
