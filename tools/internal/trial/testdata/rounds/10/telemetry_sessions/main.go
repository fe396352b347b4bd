// truth: double-release line 57,73 hard
package main

import (
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type Session struct {
	Truck string
	Km    float64
}

type Registry struct {
	pool     rcpool.Pool[Session]
	mu       sync.Mutex
	sessions map[string]rcpool.Ref[Session]
	total    float64
}

func (r *Registry) Join(truck string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.sessions[truck]; ok {
		return
	}
	s := r.pool.Get()
	s.Value().Truck = truck
	r.sessions[truck] = s
}

func (r *Registry) Drive(truck string, km float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s, ok := r.sessions[truck]; ok {
		s.Value().Km += km
	}
}

func (r *Registry) Leave(truck string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s, ok := r.sessions[truck]; ok {
		r.total += s.Value().Km
		s.Release()
	}
}

func (r *Registry) Shutdown() (left []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for truck, s := range r.sessions {
		left = append(left, truck)
		s.Release()
	}
	clear(r.sessions)
	sort.Strings(left)
	return left
}

func main() {
	r := &Registry{sessions: map[string]rcpool.Ref[Session]{}}
	for _, t := range []string{"M-1", "M-2", "M-3"} {
		r.Join(t)
		r.Drive(t, 12.5)
	}
	r.Leave("M-2")
	r.Leave("M-9")
	fmt.Println(r.total)
	fmt.Println(r.Shutdown())
}
