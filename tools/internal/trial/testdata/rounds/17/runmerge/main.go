// truth: correct
package main

import (
	"container/heap"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type block struct {
	keys []int
}

func (b *block) Reset() { b.keys = b.keys[:0] }

var blocks = rcpool.Pool[block]{Name: "blocks"}

// A source yields blocks until it returns the zero Ref.
type source interface {
	next() (rcpool.Ref[block], error)
}

type memSource struct {
	keys  []int
	size  int
	after int // fail after so many blocks
}

var errDisk = errors.New("read error")

func (s *memSource) next() (ref rcpool.Ref[block], err error) {
	if len(s.keys) == 0 {
		return ref, nil
	}
	if s.after--; s.after < 0 {
		return ref, errDisk
	}
	n := min(s.size, len(s.keys))
	ref = blocks.Get()
	ref.Value().keys = append(ref.Value().keys, s.keys[:n]...)
	s.keys = s.keys[n:]
	return ref, nil
}

type cursor struct {
	src source
	cur rcpool.Ref[block]
	pos int
}

func (c *cursor) key() int { return c.cur.Value().keys[c.pos] }

// advance reports whether there is a key.
func (c *cursor) advance() (bool, error) {
	if !c.cur.IsZero() {
		if c.pos++; c.pos < len(c.cur.Value().keys) {
			return true, nil
		}
	}
	rcpool.Drop(&c.cur)
	var err error
	c.cur, err = c.src.next()
	c.pos = 0
	return !c.cur.IsZero(), err
}

type cursors []*cursor

func (h cursors) Len() int           { return len(h) }
func (h cursors) Less(i, j int) bool { return h[i].key() < h[j].key() }
func (h cursors) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *cursors) Push(x any)        { *h = append(*h, x.(*cursor)) }
func (h *cursors) Pop() any {
	last := len(*h) - 1
	c := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return c
}

func (h *cursors) close() {
	for _, c := range *h {
		rcpool.Drop(&c.cur)
	}
}

func merge(srcs ...source) (out []int, err error) {
	h := &cursors{}
	defer h.close()
	for _, s := range srcs {
		c := &cursor{src: s}
		ok, err := c.advance()
		if err != nil {
			return nil, err
		}
		if ok {
			heap.Push(h, c)
		}
	}
	for h.Len() > 0 {
		c := (*h)[0]
		out = append(out, c.key())
		ok, err := c.advance()
		switch {
		case err != nil:
			return nil, fmt.Errorf("after %d keys: %w", len(out), err)
		case ok:
			heap.Fix(h, 0)
		default:
			heap.Pop(h)
		}
	}
	return out, nil
}

func main() {
	a := func() source { return &memSource{keys: []int{1, 4, 7, 9, 12}, size: 2, after: 9} }
	b := func() source { return &memSource{keys: []int{2, 3, 8}, size: 2, after: 9} }
	bad := func() source { return &memSource{keys: []int{5, 6, 7, 8}, size: 2, after: 1} }
	fmt.Println(merge(a(), b(), &memSource{}))
	fmt.Println(merge(a(), bad(), b()))
	fmt.Println(merge(b(), &memSource{keys: []int{1}}))
}
