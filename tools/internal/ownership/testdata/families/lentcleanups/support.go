// Package lentcleanups has functions that put a release of what they were given into a list of
// functions, which they call when they return.
package lentcleanups

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/rcpool/rcpool/classic"
)

var errEmpty = errors.New("empty")

type note struct {
	classic.ReferenceCounter
	text []string
}

var notes = classic.NewReferenceCountedPool(
	func(rc classic.ReferenceCounter) classic.ReferenceCountable {
		return &note{ReferenceCounter: rc}
	},
	func(i any) error {
		n, ok := i.(*note)
		if !ok {
			return errors.New("not a note")
		}
		clear(n.text)
		n.text = n.text[:0]
		return nil
	})

func newNote(text ...string) *note {
	n := notes.Get().(*note)
	n.text = append(n.text, text...)
	return n
}

// A parcel counts its references itself.
type parcel struct {
	refs   atomic.Int32
	weight int
	gone   func()
}

func pack(weight int, gone func()) *parcel {
	p := &parcel{weight: weight, gone: gone}
	p.refs.Store(1)
	return p
}

func (p *parcel) Retain() { p.refs.Add(1) }

func (p *parcel) Release() {
	if p.refs.Add(-1) == 0 {
		p.gone()
	}
}

// runAll calls the functions of a list, the last one first.
func runAll(list []func()) {
	for i := len(list) - 1; i >= 0; i-- {
		list[i]()
	}
}

// deliver takes over n.
func deliver(n *note, out chan<- *note) error {
	var undo []func()
	defer func() {
		for i := len(undo) - 1; i >= 0; i-- {
			undo[i]()
		}
	}()
	undo = append(undo, n.DecrementReferenceCount)
	if len(n.text) == 0 {
		return errEmpty
	}
	n.IncrementReferenceCount()
	out <- n
	return nil
}

// stamp takes over p, with a literal in a list that another function calls.
func stamp(p *parcel) error {
	var undo []func()
	defer func() { runAll(undo) }()
	undo = append(undo, func() {
		fmt.Println("stamped", p.weight)
		p.Release()
	})
	if p.weight == 0 {
		return errEmpty
	}
	return nil
}

// weigh takes over p; the list has other functions, and goes from the first to the last.
func weigh(p *parcel, done func()) (int, error) {
	later := []func(){done}
	later = append(later, p.Release, done)
	defer func() {
		for _, f := range later {
			f()
		}
	}()
	if p.weight < 0 {
		return 0, errEmpty
	}
	return p.weight, nil
}

// sort takes over p, if it is heavy.
func sort(p *parcel) (heavy bool) {
	var undo []func()
	defer func() { runAll(undo) }()
	if p.weight > 10 {
		undo = append(undo, func() { p.Release() })
		return true
	}
	return false
}

// A shipment releases its parcels when it is closed.
type shipment struct {
	undo []func()
}

func (s *shipment) add(p *parcel) { s.undo = append(s.undo, p.Release) }

func (s *shipment) Close() { runAll(s.undo) }

// announce only reads the note, in a function of the list.
func announce(n *note) error {
	var later []func()
	defer func() {
		for i := len(later) - 1; i >= 0; i-- {
			later[i]()
		}
	}()
	later = append(later, func() { fmt.Println(len(n.text)) })
	if len(n.text) == 0 {
		return errEmpty
	}
	return nil
}

// label only reads the parcel.
func label(p *parcel) {
	var later []func()
	defer func() { runAll(later) }()
	later = append(later, func() { fmt.Println(p.weight) })
	fmt.Println("label")
}
