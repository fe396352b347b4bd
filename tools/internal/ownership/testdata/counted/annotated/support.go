// Package annotated holds the cases for annotations on counted objects, whose
// types do not say who owns them.
package annotated

import (
	"errors"
	"fmt"
	"sync/atomic"
)

var errBusy = errors.New("busy")

// Page is a counted page.
type Page struct {
	refs atomic.Int32
	data []byte
}

// NewPage returns a page with one reference.
func NewPage(data []byte) *Page {
	p := &Page{data: data}
	p.refs.Store(1)
	return p
}

// IncRef adds a reference.
func (p *Page) IncRef() { p.refs.Add(1) }

// DecRef gives a reference up.
func (p *Page) DecRef() {
	if p.refs.Add(-1) == 0 {
		p.data = nil
	}
}

// Store keeps pages somewhere else.
type Store interface {
	// Lookup returns the page with a reference for the caller.
	//
	//rcpool:returns-owned
	Lookup(id int) *Page

	// Peek returns the page, which remains the store's.
	Peek(id int) *Page

	// Submit takes the caller's reference over.
	//
	//rcpool:owns p
	Submit(p *Page)

	// Check reads the page.
	//
	//rcpool:borrows p
	Check(p *Page) error
}

// registry holds pages that were parked by number: nobody sees that it owns.
var registry = map[int]func(){}

// park takes the caller's reference over.
//
//rcpool:owns p
func park(id int, p *Page) {
	registry[id] = func() { p.DecRef() }
}

func size(p *Page) int { return len(p.data) }

func show(p *Page) { fmt.Println(size(p)) }
