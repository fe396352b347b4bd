// truth: correct

// Command eventbus delivers domain events to handlers, some at once, some in
// the background, some after the transaction has been committed.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type event struct {
	kind    string
	subject int
	attrs   map[string]string
}

func (e *event) Reset() {
	e.kind, e.subject = "", 0
	clear(e.attrs)
}

var events = rcpool.Pool[event]{
	Name: "events",
	New:  func() *event { return &event{attrs: make(map[string]string, 4)} },
}

type handler func(*event)

type mode int

const (
	inline mode = iota
	background
	afterCommit
)

type subscription struct {
	mode mode
	f    handler
}

type bus struct {
	mu   sync.RWMutex
	subs map[string][]subscription
	wg   sync.WaitGroup
}

func (b *bus) on(kind string, m mode, f handler) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.subs[kind] = append(b.subs[kind], subscription{m, f})
}

// A tx collects what is to run when it ends.
type tx struct {
	bus      *bus
	deferred []func()
	pending  []rcpool.Ref[event] // as many as deferred, for a rollback
}

func (t *tx) emit(kind string, subject int, attrs ...string) {
	ref := events.Get()
	defer ref.Release()
	e := ref.Value()
	e.kind, e.subject = kind, subject
	for i := 0; i+1 < len(attrs); i += 2 {
		e.attrs[attrs[i]] = attrs[i+1]
	}
	t.bus.mu.RLock()
	subs := t.bus.subs[kind]
	t.bus.mu.RUnlock()
	for _, s := range subs {
		switch s.mode {
		case inline:
			s.f(e)
		case background:
			t.bus.wg.Go(ref.Hold(s.f))
		case afterCommit:
			own := ref.Retain()
			t.deferred = append(t.deferred, func() { s.f(own.Value()) })
			t.pending = append(t.pending, own)
		}
	}
}

func (t *tx) end() {
	for i := range t.pending {
		rcpool.Drop(&t.pending[i])
	}
	t.pending, t.deferred = nil, nil
}

func (t *tx) commit() {
	defer t.end()
	for _, f := range t.deferred {
		f()
	}
}

func (b *bus) transact(f func(*tx) error) (err error) {
	t := &tx{bus: b}
	defer func() {
		if err != nil {
			t.end()
			return
		}
		t.commit()
	}()
	return f(t)
}

func main() {
	b := &bus{subs: make(map[string][]subscription)}
	var total, mails atomic.Int64
	b.on("user.created", inline, func(e *event) { total.Add(int64(e.subject)) })
	b.on("user.created", background, func(e *event) { total.Add(int64(len(e.attrs))) })
	b.on("user.created", afterCommit, func(e *event) {
		if e.attrs["mail"] != "" {
			mails.Add(1)
		}
	})
	for i := range 8 {
		err := b.transact(func(t *tx) error {
			t.emit("user.created", i, "mail", fmt.Sprintf("u%d@example.com", i))
			t.emit("user.seen", i)
			if i%4 == 3 {
				return fmt.Errorf("user %d: duplicate", i)
			}
			t.emit("user.created", 100)
			return nil
		})
		if err != nil {
			fmt.Println(err)
		}
	}
	b.wg.Wait()
	fmt.Println(total.Load(), mails.Load())
}
