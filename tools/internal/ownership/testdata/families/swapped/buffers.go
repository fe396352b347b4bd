// Package swapped has fields that change places in a method.
package swapped

import "github.com/rcpool/rcpool"

// A Msg is an example.
type Msg struct{ ID int }

var msgs = rcpool.Pool[Msg]{Name: "msgs"}

func get(id int) rcpool.Ref[Msg] {
	m := msgs.Get()
	m.Value().ID = id
	return m
}

type double struct{ cur, next rcpool.Ref[Msg] }

func (d *double) swap() { d.cur, d.next = d.next, d.cur }

func (d *double) step(id int) {
	rcpool.Drop(&d.next)
	d.next = get(id)
	d.swap()
}

func (d *double) close() {
	rcpool.Drop(&d.cur)
	rcpool.Drop(&d.next)
}
