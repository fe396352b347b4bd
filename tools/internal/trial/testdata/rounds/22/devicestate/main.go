// truth: leak line 45,78 hard

// Command devicestate keeps the latest state of devices and answers lookups.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type state struct {
	device  string
	version int
	values  map[string]string
}

func (s *state) Reset() {
	clear(s.values)
	s.device, s.version = "", 0
}

var states = rcpool.Pool[state]{
	Name: "states",
	New:  func() *state { return &state{values: map[string]string{}} },
}

type registry struct {
	mu      sync.RWMutex
	devices map[string]rcpool.Ref[state]
	stale   int
}

// update takes s over.
func (r *registry) update(s rcpool.Ref[state]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	name := s.Value().device
	if old, ok := r.devices[name]; ok && old.Value().version >= s.Value().version {
		r.stale++
		s.Release()
		return
	}
	r.devices[name] = s
}

// lookup returns a reference for the caller.
func (r *registry) lookup(name string) (rcpool.Ref[state], bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	s, ok := r.devices[name]
	if !ok {
		return s, false
	}
	return s.Retain(), true
}

func (r *registry) remove(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s, ok := r.devices[name]; ok {
		delete(r.devices, name)
		s.Release()
	}
}

func (r *registry) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, s := range r.devices {
		s.Release()
		delete(r.devices, name)
	}
}

func report(r *registry, device string, version int, kv ...string) {
	s := states.Get()
	v := s.Value()
	v.device, v.version = device, version
	for i := 0; i+1 < len(kv); i += 2 {
		v.values[kv[i]] = kv[i+1]
	}
	r.update(s)
}

func main() {
	r := &registry{devices: map[string]rcpool.Ref[state]{}}
	defer r.close()
	report(r, "lamp", 1, "power", "on")
	report(r, "door", 1, "open", "no")
	report(r, "lamp", 1, "power", "off")
	report(r, "lamp", 2, "power", "dim", "color", "red")
	r.remove("door")
	r.remove("window")
	for _, name := range []string{"lamp", "door"} {
		s, ok := r.lookup(name)
		if !ok {
			fmt.Println("no", name)
			continue
		}
		fmt.Println(s.Value().version, s.Value().values)
		s.Release()
	}
	fmt.Println(r.stale)
}
