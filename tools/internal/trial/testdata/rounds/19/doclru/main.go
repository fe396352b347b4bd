// truth: correct
package main

import (
	"container/list"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type page struct {
	id    int
	dirty bool
	data  [256]byte
}

var pages = rcpool.Pool[page]{Name: "pages"}

type frame struct {
	id   int
	page rcpool.Ref[page]
}

// buffers is an LRU of pages. Dirty pages are written when they leave.
type buffers struct {
	order *list.List
	byID  map[int]*list.Element
	limit int
	disk  map[int][256]byte
}

var errNoPage = errors.New("no such page")

func newBuffers(limit int) *buffers {
	return &buffers{order: list.New(), byID: map[int]*list.Element{}, limit: limit, disk: map[int][256]byte{}}
}

// pin returns a reference for the caller.
func (b *buffers) pin(id int) (rcpool.Ref[page], error) {
	if e, ok := b.byID[id]; ok {
		b.order.MoveToFront(e)
		return e.Value.(*frame).page.Retain(), nil
	}
	p := pages.Get()
	if err := b.load(id, p.Value()); err != nil {
		p.Release()
		return rcpool.Ref[page]{}, err
	}
	for b.order.Len() >= b.limit {
		b.evict(b.order.Back())
	}
	b.byID[id] = b.order.PushFront(&frame{id, p.Retain()})
	return p, nil
}

func (b *buffers) load(id int, into *page) error {
	if id < 0 {
		return errNoPage
	}
	into.id = id
	into.data = b.disk[id]
	return nil
}

func (b *buffers) evict(e *list.Element) {
	f := b.order.Remove(e).(*frame)
	delete(b.byID, f.id)
	b.write(f.page.Value())
	f.page.Release()
}

func (b *buffers) write(p *page) {
	if p.dirty {
		b.disk[p.id] = p.data
		p.dirty = false
	}
}

func (b *buffers) close() {
	for e := b.order.Front(); e != nil; {
		next := e.Next()
		b.evict(e)
		e = next
	}
}

func (b *buffers) update(id int, f func(*page)) error {
	p, err := b.pin(id)
	if err != nil {
		return err
	}
	defer p.Release()
	f(p.Value())
	p.Value().dirty = true
	return nil
}

func main() {
	b := newBuffers(3)
	for i := range 10 {
		if err := b.update(i%5, func(p *page) { p.data[0] += byte(i) }); err != nil {
			panic(err)
		}
	}
	fmt.Println(b.update(-1, func(*page) {}))
	first, err := b.pin(0)
	if err != nil {
		panic(err)
	}
	second, err := b.pin(0)
	if err != nil {
		panic(err)
	}
	fmt.Println(first.Value() == second.Value(), first.Value().data[0])
	second.Release()
	b.close()
	fmt.Println(first.Value().data[0], b.disk[4][0], b.order.Len())
	first.Release()
}
