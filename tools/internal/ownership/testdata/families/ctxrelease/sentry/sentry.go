// Package sentry has the context of the program.
package sentry

import "sync/atomic"

// A Context has what a task may do. It is an interface, as context.Context is.
type Context interface {
	Err() error
	UserID() int
}

// Background is the context of nobody.
func Background() Context { return background{} }

type background struct{}

func (background) Err() error  { return nil }
func (background) UserID() int { return 0 }

// Live is the number of objects that have references.
var Live atomic.Int64

// An Entry counts for what it is the entry of.
type Entry struct{ refs atomic.Int64 }

// IncRef adds a reference.
func (e *Entry) IncRef() { e.refs.Add(1) }

// DecRef gives a reference up.
func (e *Entry) DecRef(ctx Context) {
	if e.refs.Add(-1) == 0 {
		Live.Add(-1)
	}
}

// A Namespace is counted by its entry.
type Namespace struct {
	entry *Entry
	name  string
}

// NewNamespace returns a namespace with one reference.
func NewNamespace(name string) *Namespace {
	n := &Namespace{entry: new(Entry), name: name}
	n.entry.refs.Store(1)
	Live.Add(1)
	return n
}

// IncRef adds a reference.
func (n *Namespace) IncRef() { n.entry.IncRef() }

// DecRef gives a reference up.
func (n *Namespace) DecRef(ctx Context) { n.entry.DecRef(ctx) }

// Entry returns what counts for the namespace.
func (n *Namespace) Entry() *Entry { return n.entry }

// Name returns the name.
func (n *Namespace) Name() string { return n.name }
