// truth: double-release line 49,86 hard

// Command sessionreg registers push sessions by id and in order of arrival.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Session struct {
	ID     string
	Device string
	Queue  []string
}

func (s *Session) Reset() {
	clear(s.Queue)
	s.ID, s.Device, s.Queue = "", "", s.Queue[:0]
}

var sessions = rcpool.Pool[Session]{Name: "push sessions"}

type registry struct {
	mu      sync.Mutex
	byID    map[string]rcpool.Ref[Session]
	devices map[string][]rcpool.Ref[Session]
}

func newRegistry() *registry {
	return &registry{
		byID:    make(map[string]rcpool.Ref[Session]),
		devices: make(map[string][]rcpool.Ref[Session]),
	}
}

func (r *registry) open(id, device string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, dup := r.byID[id]; dup {
		return fmt.Errorf("session %s exists", id)
	}
	ref := sessions.Get()
	s := ref.Value()
	s.ID, s.Device = id, device
	r.byID[id] = ref
	r.devices[device] = append(r.devices[device], ref)
	return nil
}

func (r *registry) push(device, text string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, ref := range r.devices[device] {
		s := ref.Value()
		s.Queue = append(s.Queue, text)
	}
	return len(r.devices[device])
}

func (r *registry) poll(id string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	ref, ok := r.byID[id]
	if !ok {
		return nil
	}
	s := ref.Value()
	out := append([]string(nil), s.Queue...)
	clear(s.Queue)
	s.Queue = s.Queue[:0]
	return out
}

func (r *registry) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, ref := range r.byID {
		ref.Release()
		delete(r.byID, id)
	}
	for device, refs := range r.devices {
		for _, ref := range refs {
			ref.Release()
		}
		delete(r.devices, device)
	}
}

func main() {
	r := newRegistry()
	for i, device := range []string{"phone", "phone", "watch"} {
		if err := r.open(fmt.Sprint("s", i), device); err != nil {
			panic(err)
		}
	}
	fmt.Println(r.open("s1", "tv"))
	fmt.Println(r.push("phone", "goal!"), r.push("watch", "rain"), r.push("tv", "?"))
	fmt.Println(r.poll("s0"), r.poll("s2"), r.poll("s9"))
	r.stop()
	check()
}
