package process

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

const (
	tailLines = 12       // enough for a Go panic's message and its first frames
	tailWidth = 2000     // bytes of a line that are kept
	lineLimit = 64 << 10 // a line that never ends is cut here
)

// tail keeps the last lines written to it and passes each complete line on, marked with the writer's name.
type tail struct {
	mu      sync.Mutex
	mark    string
	also    io.Writer
	partial []byte
	lines   []string
}

func newTail(mark string, also io.Writer) *tail { return &tail{mark: mark, also: also} }

// Write takes any part of the stream. It never fails: a full terminal must not end a child.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.partial = append(t.partial, p...)
	for {
		end := bytes.IndexByte(t.partial, '\n')
		if end < 0 && len(t.partial) < lineLimit {
			return len(p), nil
		}
		if end < 0 {
			end = len(t.partial)
		}
		t.keep(string(t.partial[:end]))
		t.partial = t.partial[min(end+1, len(t.partial)):]
	}
}

func (t *tail) keep(line string) {
	if t.also != nil {
		fmt.Fprintf(t.also, "[%s] %s\n", t.mark, line)
	}
	if len(line) > tailWidth {
		line = line[:tailWidth] + " ..."
	}
	if len(t.lines) == tailLines {
		t.lines = t.lines[:copy(t.lines, t.lines[1:])]
	}
	t.lines = append(t.lines, line)
}

// Lines returns the last lines, oldest first, with an unfinished one at the end.
func (t *tail) Lines() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := append([]string(nil), t.lines...)
	if len(t.partial) > 0 {
		lines = append(lines, string(t.partial[:min(len(t.partial), tailWidth)]))
	}
	return lines
}
