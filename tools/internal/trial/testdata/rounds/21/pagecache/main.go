// truth: correct
package main

import (
	"fmt"
	"sync/atomic"
)

const pageSize = 64

// page is a piece of memory that zones share until one of them writes.
type page struct {
	refs int32
	free func(*page)
	data [pageSize]byte
	used int
}

func (p *page) IncRef() { atomic.AddInt32(&p.refs, 1) }

func (p *page) DecRef() {
	if atomic.AddInt32(&p.refs, -1) == 0 {
		p.free(p)
	}
}

func (p *page) shared() bool { return atomic.LoadInt32(&p.refs) > 1 }

type arena struct {
	idle []*page
	made int
}

func (a *arena) newPage() *page {
	var p *page
	if n := len(a.idle); n > 0 {
		p = a.idle[n-1]
		a.idle[n-1] = nil
		a.idle = a.idle[:n-1]
	} else {
		a.made++
		p = &page{free: a.put}
	}
	p.refs = 1
	return p
}

func (a *arena) put(p *page) {
	clear(p.data[:p.used])
	p.used = 0
	a.idle = append(a.idle, p)
}

// zone is the text of a DNS zone. Copies share pages.
type zone struct {
	arena *arena
	pages []*page
}

func (z *zone) clone() *zone {
	c := &zone{arena: z.arena, pages: make([]*page, len(z.pages))}
	for i, p := range z.pages {
		p.IncRef()
		c.pages[i] = p
	}
	return c
}

// own makes page i one that nobody else has.
func (z *zone) own(i int) *page {
	p := z.pages[i]
	if !p.shared() {
		return p
	}
	fresh := z.arena.newPage()
	fresh.used = copy(fresh.data[:], p.data[:p.used])
	z.pages[i] = fresh
	p.DecRef()
	return fresh
}

func (z *zone) append(text string) {
	for len(text) > 0 {
		last := len(z.pages) - 1
		if last < 0 || z.pages[last].used == pageSize {
			z.pages = append(z.pages, z.arena.newPage())
			last++
		}
		p := z.own(last)
		n := copy(p.data[p.used:], text)
		p.used += n
		text = text[n:]
	}
}

// truncate keeps the first n pages.
func (z *zone) truncate(n int) {
	for i := n; i < len(z.pages); i++ {
		z.pages[i].DecRef()
		z.pages[i] = nil
	}
	z.pages = z.pages[:min(n, len(z.pages))]
}

func (z *zone) Close() { z.truncate(0) }

func (z *zone) size() (n int) {
	for _, p := range z.pages {
		n += p.used
	}
	return n
}

// edit applies f to a copy, and replaces the zone if that went well.
func edit(z **zone, f func(*zone) error) error {
	next := (*z).clone()
	if err := f(next); err != nil {
		next.Close()
		return err
	}
	(*z).Close()
	*z = next
	return nil
}

func main() {
	a := new(arena)
	live := &zone{arena: a}
	for i := range 12 {
		err := edit(&live, func(z *zone) error {
			z.append(fmt.Sprintf("host-%02d IN A 10.0.0.%d\n", i, i))
			if i%5 == 3 {
				return fmt.Errorf("host-%02d: rejected", i)
			}
			if i == 9 {
				z.truncate(2)
			}
			return nil
		})
		if err != nil {
			fmt.Println(err)
		}
	}
	backup := live.clone()
	live.append("; the end")
	fmt.Println(live.size(), backup.size())
	live.Close()
	backup.Close()
	fmt.Println(a.made == len(a.idle))
}
