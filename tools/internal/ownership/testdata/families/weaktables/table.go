// Package weaktables has containers with copies of references that own nothing: what
// is taken out of them is retained with TryRetain.
package weaktables

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// A Request is served by one goroutine and watched by others.
type Request struct{ ID, Progress int }

var requests = rcpool.Pool[Request]{Name: "requests"}

// A table knows the requests in flight without owning them.
type table struct {
	mu   sync.Mutex
	byID map[int]rcpool.Ref[Request]
}

func (t *table) track(r rcpool.Ref[Request], id int) {
	t.mu.Lock()
	t.byID[id] = r
	t.mu.Unlock()
}

func (t *table) forget(id int) {
	t.mu.Lock()
	delete(t.byID, id)
	t.mu.Unlock()
}

func (t *table) each(f func(*Request)) {
	t.mu.Lock()
	live := make([]rcpool.Ref[Request], 0, len(t.byID))
	for _, weak := range t.byID {
		if own, ok := weak.TryRetain(); ok {
			live = append(live, own)
		}
	}
	t.mu.Unlock()
	for _, own := range live {
		f(own.Value())
		own.Release()
	}
}

// A watch knows the last request.
type watch struct{ last rcpool.Ref[Request] }

func (w *watch) progress() int {
	if own, ok := w.last.TryRetain(); ok {
		defer own.Release()
		return own.Value().Progress
	}
	return 0
}

// An entry of a list that owns nothing.
type entry struct {
	id  int
	ref rcpool.Ref[Request]
}

var (
	recent   []entry
	latest   rcpool.Ref[Request]
	sessions = map[string]rcpool.Ref[Request]{}
)

func progressOf(id int) int {
	for i := range recent {
		if recent[i].id != id {
			continue
		}
		if own, ok := recent[i].ref.TryRetain(); ok {
			defer own.Release()
			return own.Value().Progress
		}
	}
	if own, ok := latest.TryRetain(); ok {
		defer own.Release()
		return own.Value().Progress
	}
	return 0
}

// owned has a table that owns its requests.
type owned struct{ byID map[int]rcpool.Ref[Request] }

func (o *owned) add(r rcpool.Ref[Request], id int) { o.byID[id] = r }

func (o *owned) close() {
	for _, r := range o.byID {
		r.Release()
	}
}

// seen has maps for any type.
type seen struct {
	requests sync.Map // the keys are of rcpool.Ref[Request]
	named    sync.Map // the values are
	done     sync.Map // owns its values
}

// progress forgets the requests that are over.
func (s *seen) progress() (n int) {
	s.requests.Range(func(key, _ any) bool {
		own, ok := key.(rcpool.Ref[Request]).TryRetain()
		if !ok {
			s.requests.Delete(key)
			return true
		}
		defer own.Release()
		n += own.Value().Progress
		return true
	})
	return n
}

func (s *seen) progressOf(name string) int {
	v, ok := s.named.Load(name)
	if !ok {
		return 0
	}
	own, ok := v.(rcpool.Ref[Request]).TryRetain()
	if !ok {
		return 0
	}
	defer own.Release()
	return own.Value().Progress
}

func (s *seen) close() {
	s.done.Range(func(_, v any) bool {
		v.(rcpool.Ref[Request]).Release()
		return true
	})
}
