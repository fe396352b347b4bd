package servers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Server is one node. Its methods must not run at the same time.
type Server struct {
	Name    string   `json:"name"`    // for messages: "Kafka 1"
	Command []string `json:"command"` // the program and its arguments
	Env     []string `json:"env,omitempty"`
	Folder  string   `json:"folder"` // in which it runs and writes its log
	Pid     int      `json:"pid"`
	Began   string   `json:"began"` // when the process began, as the system says: a later process may have its Pid
}

// start runs the server, in a session of its own.
func (s *Server) start() error {
	log, err := os.OpenFile(s.log(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return fmt.Errorf("start %s: %w", s.Name, err)
	}
	defer log.Close()
	cmd := exec.Command(s.Command[0], s.Command[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = s.Folder, log, log
	cmd.Env = append(os.Environ(), s.Env...)
	detach(cmd)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", s.Name, err)
	}
	s.Pid, s.Began = cmd.Process.Pid, began(cmd.Process.Pid)
	go cmd.Wait() // so that it is no zombie when it ends before us
	return nil
}

// Kill ends the server without a warning, as a machine that fails would, and waits
// until it is gone.
func (s *Server) Kill() error {
	s.signal(os.Kill)
	return s.gone(time.Now().Add(stopWithin))
}

// until waits until answers returns nil. It fails with what the server said last
// if that ends, and with the last answer if ctx does.
func (s *Server) until(ctx context.Context, answers func(context.Context) error) error {
	for {
		attempt, cancel := context.WithTimeout(ctx, time.Second)
		err := answers(attempt)
		cancel()
		switch {
		case err == nil:
			return nil
		case !s.alive():
			return fmt.Errorf("%s ended; it said last:\n%s", s.Name, s.tail())
		case ctx.Err() != nil:
			return fmt.Errorf("%s does not answer: %w; it said last:\n%s", s.Name, err, s.tail())
		}
		select {
		case <-ctx.Done():
		case <-time.After(lookEvery):
		}
	}
}

func (s *Server) log() string { return filepath.Join(s.Folder, "log") }

// tail returns the last lines of the log.
func (s *Server) tail() string {
	const lines = 12
	text, err := os.ReadFile(s.log())
	if err != nil {
		return err.Error()
	}
	all := strings.Split(strings.TrimSpace(string(text)), "\n")
	return "  " + strings.Join(all[max(0, len(all)-lines):], "\n  ")
}

func (s *Server) alive() bool { return s.Began != "" && began(s.Pid) == s.Began }

func (s *Server) terminate() { s.signal(syscall.SIGTERM) }

func (s *Server) signal(signal os.Signal) {
	if !s.alive() {
		return
	}
	if process, err := os.FindProcess(s.Pid); err == nil {
		process.Signal(signal) // fails only if it has ended since
	}
}

// gone waits until the server has ended, and kills it at the deadline.
func (s *Server) gone(deadline time.Time) error {
	for killed := false; s.alive(); time.Sleep(lookEvery) {
		if time.Now().Before(deadline) {
			continue
		}
		if killed {
			return fmt.Errorf("%s, process %d, does not end", s.Name, s.Pid)
		}
		s.signal(os.Kill)
		killed, deadline = true, time.Now().Add(stopWithin)
	}
	return nil
}

// began returns when a process began, in ticks since the system did; "" if there
// is none, or only a zombie.
func began(pid int) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return ""
	}
	_, rest, _ := strings.Cut(string(text), ") ") // behind the name, which may contain anything but this
	const state, start = 0, 19
	fields := strings.Fields(rest)
	if len(fields) <= start || fields[state] == "Z" {
		return ""
	}
	return fields[start]
}

// errNoProc says why servers cannot run on other systems.
var errNoProc = errors.New("lab services needs Linux, to tell its processes from others by /proc; start a Redis and a Kafka yourself and name them with -redis and -kafka")
