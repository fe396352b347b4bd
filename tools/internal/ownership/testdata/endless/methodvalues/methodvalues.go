// Package methodvalues releases through method values, whose calls have no arguments.
package methodvalues

import (
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
