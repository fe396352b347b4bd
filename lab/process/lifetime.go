package process

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Lifetime returns the context a child lives by: it ends on SIGINT or SIGTERM, and when standard input closes
// if that is a pipe, since then a parent holds the other end. A terminal, a file or /dev/null as input does not
// end it, so the same command can be used by hand and in the background.
func Lifetime(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := signal.NotifyContext(parent, os.Interrupt, syscall.SIGTERM)
	if info, err := os.Stdin.Stat(); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
		go func() {
			io.Copy(io.Discard, os.Stdin)
			cancel()
		}()
	}
	return ctx, cancel
}

// Say prints one message on standard output as a line of JSON: what Start and Receive read.
func Say(message any) error {
	if err := json.NewEncoder(os.Stdout).Encode(message); err != nil {
		return fmt.Errorf("tell the parent: %w", err)
	}
	return nil
}
