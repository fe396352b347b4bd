// Package toldoutside has programs that learn from a variable, a context, a channel or an atomic flag what was
// released, or that end.
package toldoutside

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type Note struct{ Text []byte }

func (n *Note) Reset() { n.Text = n.Text[:0] }

var notes rcpool.Pool[Note]

var errEarly = errors.New("too early")

type list struct{ all []rcpool.Ref[Note] }

func (l *list) add() { l.all = append(l.all, notes.Get()) }

func (l *list) commit() error {
	if len(l.all) < 3 {
		return errEarly
	}
	for _, ref := range l.all {
		ref.Release()
	}
	return nil
}

func (l *list) send() {
	for _, ref := range l.all {
		ref.Release()
	}
}

type result struct{ pending bool }

func (l *list) flush() result {
	if len(l.all) < 3 {
		return result{pending: true}
	}
	for _, ref := range l.all {
		ref.Release()
	}
	return result{}
}

func (l *list) abort() {
	for _, ref := range l.all {
		ref.Release()
	}
}
