// Package methodvalues calls method values, whose calls do not have the receiver as an argument.
package methodvalues

import (
	"container/heap"
	"container/list"
	"net/netip"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
	"github.com/valyala/bytebufferpool"
)

type frame struct{ n int }

var frames rcpool.Pool[frame]

type table struct {
	all  []rcpool.Ref[frame]
	text stdpool.ByteRef
	free []func()
}

func (t *table) add() {
	ref := frames.Get()
	release := ref.Release
	t.free = append(t.free, release)
	t.all = append(t.all, ref)
}

func (t *table) Close() {
	for _, ref := range t.all {
		valid, release := ref.Valid, ref.Release
		if valid() {
			release()
		}
	}
	drop, zero := t.text.Drop, t.text.IsZero
	if !zero() {
		drop()
	}
	t.all = nil
}

func (t *table) clear(names []string) {
	b := bytebufferpool.Get()
	put := bytebufferpool.Put
	defer put(b)
	for i := range t.all {
		give := t.all[i].Release
		give()
	}
	for _, n := range names {
		b.WriteString(n)
	}
}

type block struct{ refs int }

func (b *block) IncRef() { b.refs++ }
func (b *block) DecRef() { b.refs-- }

type cache struct{ blocks []*block }

func (c *cache) Close() {
	for _, b := range c.blocks {
		release := b.DecRef
		release()
	}
	c.blocks = nil
}

// address appends through a method value, whose call has one argument less than the method.
func address(a netip.Addr) {
	b := bytebufferpool.Get()
	appendTo := a.AppendTo
	b.B = appendTo(b.B[:0:cap(b.B)])
	b.B = appendTo(b.B)
	bytebufferpool.Put(b)
}

type counted struct {
	refs atomic.Int32
	next *counted
	text *bytebufferpool.ByteBuffer
}

var all sync.Pool

func (c *counted) release() {
	add, put := c.refs.Add, all.Put
	if add(-1) == 0 {
		bytebufferpool.Put(c.text)
		put(c)
	}
}

func (c *counted) first() *counted {
	fresh := &counted{}
	add := fresh.refs.Add
	add(1)
	return fresh
}

func queue(h heap.Interface, l *list.List) {
	push, pop, remove := h.Push, h.Pop, l.Remove
	ref := frames.Get()
	push(ref)
	h.Push(frames.Get())
	other := frames.Get()
	defer push(other)
	defer h.Push(other)
	pop()
	back := l.Back
	remove(back())
	first := frames.Get()
	value := first.Value
	l.PushBack(first)
	value().n++
}
