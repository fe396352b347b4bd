// Package ownmethods has interfaces that no other package can implement, and others.
package ownmethods

import (
	"errors"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/classic"
)

type payment struct {
	classic.ReferenceCounter
	cents, attempts int
}

var payments = classic.NewReferenceCountedPool(
	func(c classic.ReferenceCounter) classic.ReferenceCountable { return &payment{ReferenceCounter: c} },
	func(i any) error {
		p := i.(*payment)
		p.cents, p.attempts = 0, 0
		return nil
	},
)

var errDeclined = errors.New("declined")

// An acquirer is a bank that there is one of.
type acquirer interface {
	authorize(p *payment) error
}

type bank struct{ calls int }

func (b *bank) authorize(p *payment) error {
	b.calls++
	if p.cents > 1000 {
		return errDeclined
	}
	return nil
}

// An archive has one implementation, which keeps what it is given.
type archive interface {
	keep(p *payment)
}

type disk struct{ all []*payment }

func (d *disk) keep(p *payment) { d.all = append(d.all, p) }

// A watcher has two implementations, one of which keeps what it is given.
type watcher interface {
	watch(p *payment)
}

type counter struct{ n int }

func (c *counter) watch(*payment) { c.n++ }

type keeper struct{ last *payment }

func (k *keeper) watch(p *payment) {
	if k.last != nil {
		k.last.DecrementReferenceCount()
	}
	k.last = p
}

// A Printer may be implemented elsewhere, and keep what it is given.
type Printer interface {
	Print(p classic.ReferenceCountable)
}

type quiet struct{}

func (quiet) Print(classic.ReferenceCountable) {}

type Frame struct{ N int }

func (f *Frame) Reset() { f.N = 0 }

var frames = rcpool.Pool[Frame]{Name: "frames"}

// A sink is a function, or a method of one.
type sink interface {
	finish(f rcpool.Ref[Frame])
}

type drain struct{ n int }

func (d *drain) finish(f rcpool.Ref[Frame]) {
	d.n += f.Value().N
	f.Release()
}

// A store has one implementation, which is of another struct in it.
type store interface {
	has(f *Frame) bool
}

type base struct{ seen map[int]bool }

func (b *base) has(f *Frame) bool { return b.seen[f.N] }

type cached struct {
	*base
	hits int
}

var anyStore store = &cached{base: &base{seen: map[int]bool{}}}
