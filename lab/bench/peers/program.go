package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rcpool/rcpool/lab/bench/peers/result"
	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/progress"
)

// programs builds the programs that make mistakes from lab/bench/peers/pools, in
// a temporary directory.
type programs struct {
	dir    string // temporary
	source string
	line   *progress.Line
}

// open finds the sources. The caller removes the directory.
func open(ctx context.Context, line *progress.Line) (programs, error) {
	source, err := command.Output(command.Start(ctx, "", "go", "list", "-f", "{{.Dir}}", "github.com/rcpool/rcpool/lab/bench/peers/pools"))
	if err != nil {
		return programs{}, fmt.Errorf("find the sources (run this inside of the repository): %w", err)
	}
	dir, err := os.MkdirTemp("", "peers-")
	return programs{dir, strings.TrimSpace(string(source)), line}, err
}

// goCommand runs the go command in the source.
func (p programs) goCommand(ctx context.Context, args ...string) ([]byte, error) {
	return command.Output(command.Start(ctx, p.source, "go", args...))
}

// build builds the program that makes mistakes, for the race detector or not.
func (p programs) build(ctx context.Context, race bool) (string, error) {
	program := filepath.Join(p.dir, "mistake")
	args := []string{"build", "-o", program}
	if race {
		program += "-race"
		args = []string{"build", "-race", "-o", program}
	}
	p.line.Show("building %s", filepath.Base(program))
	_, err := p.goCommand(ctx, append(args, "./mistake")...)
	return program, err
}

// list returns the peers and the mistakes.
func (p programs) list(ctx context.Context) ([]result.Peer, []result.Misuse, error) {
	program, err := p.build(ctx, false)
	if err != nil {
		return nil, nil, err
	}
	out, err := command.Output(command.Start(ctx, "", program, "-list"))
	if err != nil {
		return nil, nil, err
	}
	var all struct {
		Peers   []result.Peer
		Misuses []result.Misuse
	}
	if err := json.Unmarshal(out, &all); err != nil {
		return nil, nil, fmt.Errorf("list the peers: %w", err)
	}
	modules, err := p.goCommand(ctx, "list", "-m", "all")
	if err != nil {
		return nil, nil, err
	}
	for line := range strings.Lines(string(modules)) {
		if module, version, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			for i := range all.Peers {
				if peer := &all.Peers[i]; peer.Module == module {
					peer.Version = version
				}
			}
		}
	}
	return all.Peers, all.Misuses, nil
}
