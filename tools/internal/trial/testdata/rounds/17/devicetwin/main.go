// truth: leak line 75 callee
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type state struct {
	device  string
	version int
	props   map[string]float64
}

func (s *state) Reset() {
	s.device, s.version = "", 0
	clear(s.props)
}

var states = rcpool.Pool[state]{
	Name: "states",
	New:  func() *state { return &state{props: map[string]float64{}} },
}

type registry struct {
	mu    sync.RWMutex
	twins map[string]rcpool.Ref[state]
}

// report replaces the state of a device.
func (r *registry) report(device string, props map[string]float64) {
	next := states.Get()
	s := next.Value()
	s.device = device
	for k, v := range props {
		s.props[k] = v
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if old, ok := r.twins[device]; ok {
		s.version = old.Value().version + 1
		old.Release()
	}
	r.twins[device] = next
}

func (r *registry) current(device string) (rcpool.Ref[state], bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	ref, ok := r.twins[device]
	if !ok {
		return rcpool.Ref[state]{}, false
	}
	return ref.Retain(), true
}

func (r *registry) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, ref := range r.twins {
		delete(r.twins, id)
		ref.Release()
	}
}

type rule struct {
	prop  string
	above float64
}

// alarms returns the rules that the device violates.
func (r *registry) alarms(device string, rules []rule) []string {
	cur, ok := r.current(device)
	if !ok {
		return nil
	}
	var out []string
	s := cur.Value()
	for _, rl := range rules {
		if v, ok := s.props[rl.prop]; ok && v > rl.above {
			out = append(out, fmt.Sprintf("%s v%d: %s=%g", s.device, s.version, rl.prop, v))
		}
	}
	return out
}

func (r *registry) version(device string) int {
	cur, ok := r.current(device)
	if !ok {
		return -1
	}
	defer cur.Release()
	return cur.Value().version
}

func main() {
	r := &registry{twins: map[string]rcpool.Ref[state]{}}
	defer r.close()
	r.report("pump-1", map[string]float64{"temp": 70, "rpm": 900})
	r.report("pump-1", map[string]float64{"temp": 95})
	fmt.Println(r.version("pump-1"), r.version("pump-2"))
	fmt.Println(r.alarms("pump-1", []rule{{"temp", 90}, {"rpm", 100}}))
	fmt.Println(r.alarms("pump-2", nil))
}
