// Package rollbacks has lists in structs that a failure cuts back to a mark: what is behind
// the mark is released, and is not in the list any more.
package rollbacks

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type Posting struct {
	Account int
	Cents   int
}

func (p *Posting) Reset() { *p = Posting{} }

var postings rcpool.Pool[Posting]

var errBroke = errors.New("broke")

type ledger struct {
	posted  []rcpool.Ref[Posting]
	balance int
}

func (l *ledger) close() {
	for i := range l.posted {
		rcpool.Drop(&l.posted[i])
	}
	l.posted = nil
}

func draft(cents int) (rcpool.Ref[Posting], error) {
	p := postings.Get()
	p.Value().Cents = cents
	if cents == 0 {
		p.Release()
		return rcpool.Ref[Posting]{}, errBroke
	}
	return p, nil
}

// down releases the tail from its end, and cuts it off.
func (l *ledger) down(mark int) {
	for i := len(l.posted) - 1; i >= mark; i-- {
		rcpool.Drop(&l.posted[i])
	}
	l.posted = l.posted[:mark]
}

// up releases the tail from the mark on, and cuts it off.
func (l *ledger) up(mark int) {
	for i := mark; i < len(l.posted); i++ {
		l.posted[i].Release()
	}
	l.posted = l.posted[:mark]
}

// tail ranges over the tail, and cuts it off.
func (l *ledger) tail(mark int) {
	for _, p := range l.posted[mark:] {
		l.balance -= p.Value().Cents
		p.Release()
	}
	l.posted = l.posted[:mark]
}

// first cuts the tail off, and releases it then.
func (l *ledger) first(mark int) {
	tail := l.posted[mark:]
	l.posted = l.posted[:mark]
	for _, p := range tail {
		p.Release()
	}
}

// pop takes one after the other.
func (l *ledger) pop(mark int) {
	for len(l.posted) > mark {
		last := len(l.posted) - 1
		l.posted[last].Release()
		l.posted = l.posted[:last]
	}
}

// cleared drops the tail, and leaves zero references in the list.
func (l *ledger) cleared(mark int) {
	for i := range l.posted[mark:] {
		rcpool.Drop(&l.posted[mark+i])
	}
}

// all empties the list.
func (l *ledger) all() {
	for _, p := range l.posted {
		p.Release()
	}
	l.posted = l.posted[:0]
}

// drop leaves a list of zero references.
func (l *ledger) drop() {
	for i := range l.posted {
		rcpool.Drop(&l.posted[i])
	}
}
