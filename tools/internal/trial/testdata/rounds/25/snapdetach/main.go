// truth: detach line 79 plain

// Command snapdetach builds key snapshots and gives them to a long-lived view.
package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Snapshot struct {
	Version int
	Keys    []string
}

func (s *Snapshot) Reset() {
	clear(s.Keys)
	s.Version, s.Keys = 0, s.Keys[:0]
}

func (s *Snapshot) digest() int {
	h := s.Version
	for _, k := range s.Keys {
		h = h*31 + len(k)
	}
	return h
}

var snapshots = rcpool.Pool[Snapshot]{Name: "snapshots"}

type view struct {
	mu      sync.RWMutex
	current *Snapshot
	digests []int
}

func (v *view) swap(s *Snapshot) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.current = s
}

func (v *view) note(d int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.digests = append(v.digests, d)
}

type compactor struct {
	view    view
	version int
	deleted map[string]bool
}

func (c *compactor) publish(keys []string, verify bool) {
	ref := snapshots.Get()
	s := ref.Value()
	c.version++
	s.Version = c.version
	for _, k := range keys {
		if !c.deleted[k] {
			s.Keys = append(s.Keys, k)
		}
	}
	slices.Sort(s.Keys)
	if verify {
		probe := ref.Retain()
		defer probe.Release()
		c.view.note(probe.Value().digest())
	}
	if len(s.Keys) == 0 {
		ref.Release()
		return
	}
	c.view.swap(ref.Detach())
}

func (v *view) String() string {
	v.mu.RLock()
	defer v.mu.RUnlock()
	if v.current == nil {
		return "none"
	}
	return fmt.Sprint(v.current.Version, " ", strings.Join(v.current.Keys, ","))
}

func main() {
	c := &compactor{deleted: map[string]bool{"b": true}}
	c.publish([]string{"c", "b", "a"}, false)
	fmt.Println(&c.view)
	c.publish([]string{"b"}, false)
	fmt.Println(&c.view)
	c.publish([]string{"z", "y"}, true)
	fmt.Println(&c.view, c.view.digests)
	check()
}
