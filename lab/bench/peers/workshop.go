package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rcpool/rcpool/lab/bench/peers/result"
)

// A workshop is a temporary directory for the programs, which are built from
// lab/bench/peers/pools.
type workshop struct {
	dir    string // temporary
	source string
	tell   func(string, ...any)
}

// open finds the sources. The caller removes the directory.
func open(ctx context.Context, tell func(string, ...any)) (workshop, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/rcpool/rcpool")
	root, err := cmd.Output()
	if err != nil {
		return workshop{}, fmt.Errorf("find the repository (run this inside of it): %w", explain(cmd, err))
	}
	dir, err := os.MkdirTemp("", "peers-")
	return workshop{dir, filepath.Join(strings.TrimSpace(string(root)), "lab", "bench", "peers", "pools"), tell}, err
}

// goCommand runs the go command in the source.
func (w workshop) goCommand(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = w.source
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.Output()
	return out, explain(cmd, err)
}

// build builds the program that makes mistakes, for the race detector or not.
func (w workshop) build(ctx context.Context, race bool) (string, error) {
	program := filepath.Join(w.dir, "mistake")
	args := []string{"build", "-o", program}
	if race {
		program += "-race"
		args = []string{"build", "-race", "-o", program}
	}
	w.tell("building %s", filepath.Base(program))
	_, err := w.goCommand(ctx, append(args, "./mistake")...)
	return program, err
}

// list is what peers and mistakes there are.
func (w workshop) list(ctx context.Context) ([]result.Peer, []result.Misuse, error) {
	program, err := w.build(ctx, false)
	if err != nil {
		return nil, nil, err
	}
	cmd := exec.CommandContext(ctx, program, "-list")
	out, err := cmd.Output()
	if err != nil {
		return nil, nil, explain(cmd, err)
	}
	var all struct {
		Peers   []result.Peer
		Misuses []result.Misuse
	}
	if err := json.Unmarshal(out, &all); err != nil {
		return nil, nil, fmt.Errorf("list the peers: %w", err)
	}
	modules, err := w.goCommand(ctx, "list", "-m", "all")
	if err != nil {
		return nil, nil, err
	}
	for line := range strings.Lines(string(modules)) {
		if module, version, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			for i := range all.Peers {
				if p := &all.Peers[i]; p.Module == module {
					p.Version = version
				}
			}
		}
	}
	return all.Peers, all.Misuses, nil
}

// explain adds to err which command it was and what it said.
func explain(cmd *exec.Cmd, err error) error {
	if err == nil {
		return nil
	}
	said := ""
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && len(exit.Stderr) > 0 {
		said = "\n" + strings.TrimSpace(string(exit.Stderr))
	}
	return fmt.Errorf("%s: %w%s", strings.Join(slices.Concat([]string{filepath.Base(cmd.Path)}, cmd.Args[1:]), " "), err, said)
}
