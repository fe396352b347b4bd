// Package missedentries has maps that own what is in them. A function looks at an entry, finds
// something, and says that there is nothing of use; its caller then puts another object there.
package missedentries

import (
	"errors"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

var errStale = errors.New("stale")

type Page struct {
	Key   string
	Until int
	Hits  int
}

var pages = rcpool.Pool[Page]{Name: "pages"}

func fetch(key string, until int) rcpool.Ref[Page] {
	ref := pages.Get()
	ref.Value().Key, ref.Value().Until = key, until
	return ref
}

type Doc struct {
	Key   string
	Lines []string
}

var docs = rcpool.Pool[Doc]{Name: "docs"}

type Doc2 struct {
	Key   string
	Next  string
	Lines []string
}

var docs2 = rcpool.Pool[Doc2]{Name: "docs2"}

// A thread counts its references itself.
type thread struct {
	refs  atomic.Int32
	id    int
	posts int
}

func NewThread(id int) *thread {
	t := &thread{id: id}
	t.refs.Store(1)
	return t
}

func (t *thread) Retain() { t.refs.Add(1) }

func (t *thread) Release() {
	if t.refs.Add(-1) == 0 {
		t.posts = 0
	}
}

// A note counts its references itself.
type note struct {
	refs  atomic.Int32
	stale bool
}

func NewNote() *note {
	n := new(note)
	n.refs.Store(1)
	return n
}

func (n *note) Retain() { n.refs.Add(1) }

func (n *note) Release() {
	if n.refs.Add(-1) == 0 {
		n.stale = true
	}
}

type table struct {
	all map[string]rcpool.Ref[Page]
	now int
}

func (t *table) drop(key string) {
	if ref, ok := t.all[key]; ok {
		delete(t.all, key)
		ref.Release()
	}
}

func (t *table) close() {
	for key := range t.all {
		t.drop(key)
	}
}
