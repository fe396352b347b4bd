// truth: correct

package main

import (
	"container/heap"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type block struct {
	Docs []int
}

func (b *block) Reset() { b.Docs = b.Docs[:0] }

var blocks = rcpool.Pool[block]{Name: "blocks"}

var errCorrupt = errors.New("corrupt postings")

// postings is the list of a term, in steps and blocks of four documents.
type postings struct {
	first, step, count int
	bad                int
}

func (p postings) load(n int) (rcpool.Ref[block], error) {
	if p.bad > 0 && n == p.bad {
		return rcpool.Ref[block]{}, fmt.Errorf("%w: block %d", errCorrupt, n)
	}
	if n*4 >= p.count {
		return rcpool.Ref[block]{}, nil
	}
	ref := blocks.Get()
	b := ref.Value()
	for i := n * 4; i < p.count && i < n*4+4; i++ {
		b.Docs = append(b.Docs, p.first+i*p.step)
	}
	return ref, nil
}

type cursor struct {
	list postings
	cur  rcpool.Ref[block]
	next int
	pos  int
}

func (c *cursor) doc() int { return c.cur.Value().Docs[c.pos] }

// advance reports whether there is another document.
func (c *cursor) advance() (bool, error) {
	if !c.cur.IsZero() {
		c.pos++
		if c.pos < len(c.cur.Value().Docs) {
			return true, nil
		}
	}
	rcpool.Drop(&c.cur)
	ref, err := c.list.load(c.next)
	if err != nil || ref.IsZero() {
		return false, err
	}
	c.cur, c.pos = ref, 0
	c.next++
	return true, nil
}

func (c *cursor) close() { rcpool.Drop(&c.cur) }

type merger []*cursor

func (m merger) Len() int           { return len(m) }
func (m merger) Less(i, j int) bool { return m[i].doc() < m[j].doc() }
func (m merger) Swap(i, j int)      { m[i], m[j] = m[j], m[i] }
func (m *merger) Push(x any)        { *m = append(*m, x.(*cursor)) }
func (m *merger) Pop() any {
	old := *m
	last := old[len(old)-1]
	*m = old[:len(old)-1]
	return last
}

func (m merger) close() {
	for _, c := range m {
		c.close()
	}
}

func union(lists ...postings) ([]int, error) {
	var m merger
	defer func() { m.close() }()
	for _, l := range lists {
		c := &cursor{list: l}
		ok, err := c.advance()
		if err != nil {
			return nil, err
		}
		if ok {
			m = append(m, c)
		}
	}
	heap.Init(&m)
	var docs []int
	for len(m) > 0 {
		c := m[0]
		if d := c.doc(); len(docs) == 0 || docs[len(docs)-1] != d {
			docs = append(docs, d)
		}
		ok, err := c.advance()
		switch {
		case err != nil:
			return nil, err
		case ok:
			heap.Fix(&m, 0)
		default:
			m[0] = m[len(m)-1]
			m = m[:len(m)-1]
			if len(m) > 0 {
				heap.Fix(&m, 0)
			}
		}
	}
	return docs, nil
}

func main() {
	fmt.Println(union(postings{first: 1, step: 3, count: 9}, postings{first: 2, step: 2, count: 7}, postings{}))
	fmt.Println(union(postings{first: 1, step: 1, count: 20}, postings{first: 5, step: 7, count: 30, bad: 2}))
	fmt.Println(blocks.Stats().InUse)
}
