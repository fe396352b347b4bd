package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// A server is a running child process, see the program in the directory of
// that name. It ends with ctx, by stop, and when this process ends, since its
// standard input does.
type server struct {
	addr string
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *json.Decoder
	log  strings.Builder
}

// counters are what the server tells.
type counters struct {
	Mallocs, Bytes       uint64
	GCs                  uint32
	PauseTotal, PauseMax uint64
	CPU                  float64
	PeakRSS              uint64
	Pools                []struct{ Gets, News uint64 }
}

// start runs program and waits until it listens. The caller stops it.
func start(ctx context.Context, program string) (*server, error) {
	s := &server{cmd: exec.CommandContext(ctx, program)}
	s.cmd.Stderr = &s.log
	s.cmd.WaitDelay = 5 * time.Second
	in, err := s.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.in, s.out = in, json.NewDecoder(out)
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the server: %w", err)
	}
	var ready struct{ Addr string }
	if err := s.out.Decode(&ready); err != nil {
		s.stop()
		return nil, fmt.Errorf("start the server: %w\n%s", err, s.log.String())
	}
	s.addr = ready.Addr
	return s, nil
}

// begin makes the server forget what its start took.
func (s *server) begin() (counters, error) { return s.ask("begin") }

// count is what the server has done so far.
func (s *server) count() (counters, error) { return s.ask("count") }

func (s *server) ask(what string) (c counters, err error) {
	if _, err = io.WriteString(s.in, what+"\n"); err == nil {
		err = s.out.Decode(&c)
	}
	if err != nil {
		return c, fmt.Errorf("ask the server: %w\n%s", err, s.log.String())
	}
	return c, nil
}

func (s *server) stop() {
	s.in.Close()
	s.cmd.Wait()
}
