// Package deliver calls webhooks.
package deliver

import (
	"sync"
	"time"
)

// A Payload is what a hook gets.
type Payload struct {
	Event string   `json:"event"`
	Refs  []string `json:"refs"`
}

// Hooks are functions to call for events.
type Hooks struct {
	mu    sync.Mutex
	funcs map[string][]func(*Payload)
	calls sync.WaitGroup
}

// New returns an empty set of hooks.
func New() *Hooks { return &Hooks{funcs: make(map[string][]func(*Payload))} }

// On adds a hook for an event.
func (h *Hooks) On(event string, f func(*Payload)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.funcs[event] = append(h.funcs[event], f)
}

// Matching returns the number of hooks for p.
func (h *Hooks) Matching(p *Payload) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.funcs[p.Event])
}

// Deliver calls the hooks for p, a little later, so that bursts are spread.
func (h *Hooks) Deliver(p *Payload) {
	h.mu.Lock()
	funcs := h.funcs[p.Event]
	h.mu.Unlock()
	h.calls.Add(1)
	go func() {
		defer h.calls.Done()
		time.Sleep(2 * time.Millisecond)
		for _, f := range funcs {
			f(p)
		}
	}()
}

// Close waits for all calls.
func (h *Hooks) Close() { h.calls.Wait() }
