// truth: use-after-release line 45,59 hard
package main

import (
	"container/list"
	"fmt"
	"sync"
)

type page struct {
	id   int
	vals []int64
}

var pagePool = sync.Pool{New: func() any { return &page{vals: make([]int64, 0, 64)} }}

type pager struct {
	byID  map[int]*page
	order *list.List // of *page, the oldest first
	limit int
	loads int
}

func newPager(limit int) *pager {
	return &pager{byID: map[int]*page{}, order: list.New(), limit: limit}
}

func (p *pager) load(id int) *page {
	pg := pagePool.Get().(*page)
	pg.id = id
	pg.vals = pg.vals[:0]
	for i := range 16 {
		pg.vals = append(pg.vals, int64(id*100+i))
	}
	p.loads++
	return pg
}

func (p *pager) evict() {
	front := p.order.Front()
	if front == nil {
		return
	}
	pg := p.order.Remove(front).(*page)
	pagePool.Put(pg)
}

func (p *pager) sum(id int) int64 {
	pg, ok := p.byID[id]
	if !ok {
		if p.order.Len() >= p.limit {
			p.evict()
		}
		pg = p.load(id)
		p.byID[id] = pg
		p.order.PushBack(pg)
	}
	var s int64
	for _, v := range pg.vals {
		s += v
	}
	return s
}

func (p *pager) close() {
	for p.order.Len() > 0 {
		p.evict()
	}
	clear(p.byID)
}

func main() {
	p := newPager(2)
	defer p.close()
	for _, id := range []int{1, 2, 1, 3, 4, 1, 2} {
		fmt.Println(id, p.sum(id))
	}
	fmt.Println("loads", p.loads)
}
