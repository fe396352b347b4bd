// truth: leak line 48,82 hard

// Shares of a file sync server, each with a lock file while somebody uses it.
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

type share struct {
	refs  atomic.Int32
	path  string
	locks *atomic.Int32
}

func newShare(path string, locks *atomic.Int32) *share {
	locks.Add(1)
	s := &share{path: path, locks: locks}
	s.refs.Store(1)
	return s
}

func (s *share) IncRef() { s.refs.Add(1) }

func (s *share) DecRef() {
	if s.refs.Add(-1) == 0 {
		s.locks.Add(-1)
	}
}

type table struct {
	mu     sync.Mutex
	shares map[string]*share
	locks  atomic.Int32
}

var errMounted = errors.New("already mounted")

func (t *table) mount(name, path string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.shares[name]; ok {
		return errMounted
	}
	t.shares[name] = newShare(path, &t.locks)
	return nil
}

// use runs f with the share.
func (t *table) use(name string, f func(*share)) error {
	t.mu.Lock()
	s, ok := t.shares[name]
	if !ok {
		t.mu.Unlock()
		return fmt.Errorf("share %q is not mounted", name)
	}
	s.IncRef()
	t.mu.Unlock()
	defer s.DecRef()
	f(s)
	return nil
}

func (t *table) rename(from, to string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s, ok := t.shares[from]; ok {
		delete(t.shares, from)
		if other, ok := t.shares[to]; ok {
			other.DecRef()
		}
		t.shares[to] = s
	}
}

func (t *table) unmount(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.shares, name)
}

func (t *table) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range t.shares {
		s.DecRef()
	}
	clear(t.shares)
}

func main() {
	t := &table{shares: map[string]*share{}}
	for i, name := range []string{"home", "photos", "music", "home"} {
		if err := t.mount(name, fmt.Sprint("/data/", i)); err != nil {
			fmt.Println(name, err)
		}
	}
	t.rename("music", "photos")
	fmt.Println(t.use("photos", func(s *share) { fmt.Println("using", s.path) }))
	t.unmount("photos")
	fmt.Println(t.use("photos", func(*share) {}))
	t.close()
	fmt.Println("locks", t.locks.Load())
}
