// Package itself has structs that have each other, in interfaces.
package itself

import "github.com/rcpool/rcpool"

type T struct{ n int }

var pool = rcpool.Pool[T]{Name: "ts"}

type node struct {
	x    *int
	next any
}

func keep(any)

var Sink func(any)

func F(p *int) {
	r := pool.Get()
	defer r.Release()
	var a, b node
	a.x = p
	b.x = p
	a.next = b
	b.next = a
	Sink(a)
}

func G(p *int) {
	r := pool.Get()
	defer r.Release()
	var a, b node
	a.x = p
	b.x = p
	a.next = b
	b.next = a
	a.next = b
	Sink(b)
}
