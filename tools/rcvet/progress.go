package main

import (
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// watched reports whether the file is a terminal.
func watched(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// A progress shows on a terminal how many packages are done. It starts after one
// second and updates every second.
type progress struct {
	mu    sync.Mutex
	began time.Time
	done  int  // packages
	shown bool // the line is on the terminal
	end   chan struct{}
}

// newProgress returns a progress. It shows nothing if stderr is not a terminal.
func newProgress(terminal *os.File) *progress {
	p := &progress{began: time.Now()}
	if !watched(terminal) {
		return p
	}
	p.end = make(chan struct{})
	go func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-p.end:
				return
			case <-tick.C:
				p.mu.Lock()
				if p.end != nil {
					fmt.Fprintf(terminal, "\rrcvet: %s checked, %.0f s ", count(p.done, "package", "packages"), time.Since(p.began).Seconds())
					p.shown = true
				}
				p.mu.Unlock()
			}
		}
	}()
	return p
}

// packages sets how many packages are done.
func (p *progress) packages(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done = n
}

// clear removes the line from the terminal until the next update.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
		p.shown = false
	}
}

// stop ends the display. It may be called twice.
func (p *progress) stop() {
	p.clear()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.end != nil {
		close(p.end)
		p.end = nil
	}
}

// count returns a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
