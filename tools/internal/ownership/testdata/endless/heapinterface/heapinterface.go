// Package heapinterface calls the methods of the interface that package container/heap declares.
package heapinterface

import (
	"container/heap"

	"github.com/rcpool/rcpool"
)

type item struct{ at int }

func (i *item) Reset() { i.at = 0 }

var items rcpool.Pool[item]

type queue struct {
	due heap.Interface
	one rcpool.Ref[item]
}

func (q *queue) add() {
	q.one = items.Get()
	q.due.Push(q.one)
	heap.Init(q.due)
}

func (q *queue) next() { q.due.Pop().(rcpool.Ref[item]).Release() }
