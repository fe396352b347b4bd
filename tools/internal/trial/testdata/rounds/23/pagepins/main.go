// truth: correct

// Command pagepins is the buffer manager of a small storage engine.
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

const pageSize = 256

type Page struct {
	id    int
	refs  atomic.Int32
	dirty bool
	data  [pageSize]byte
	free  func(*Page)
}

func NewPage(id int, free func(*Page)) *Page {
	p := &Page{id: id, free: free}
	p.refs.Store(1)
	return p
}

func (p *Page) IncRef() { p.refs.Add(1) }

func (p *Page) DecRef() {
	switch n := p.refs.Add(-1); {
	case n == 0:
		p.free(p)
	case n < 0:
		panic("page is freed twice")
	}
}

type disk struct {
	blocks map[int][pageSize]byte
	reads  int
	bad    int
}

var errBad = errors.New("bad block")

func (d *disk) read(id int, into []byte) error {
	if id == d.bad {
		return errBad
	}
	d.reads++
	b := d.blocks[id]
	copy(into, b[:])
	return nil
}

type Manager struct {
	mu    sync.Mutex
	disk  *disk
	pages map[int]*Page
	clock []int
	limit int
	freed atomic.Int32
}

// Pin returns a page for the caller, who must call DecRef.
func (m *Manager) Pin(id int) (*Page, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p, ok := m.pages[id]; ok {
		p.IncRef()
		return p, nil
	}
	p := NewPage(id, func(*Page) { m.freed.Add(1) })
	if err := m.disk.read(id, p.data[:]); err != nil {
		p.DecRef()
		return nil, fmt.Errorf("page %d: %w", id, err)
	}
	for len(m.clock) >= m.limit {
		m.evict(m.clock[0])
		m.clock = m.clock[1:]
	}
	p.IncRef()
	m.pages[id] = p
	m.clock = append(m.clock, id)
	return p, nil
}

func (m *Manager) evict(id int) {
	p := m.pages[id]
	delete(m.pages, id)
	if p.dirty {
		m.disk.blocks[id] = p.data
	}
	p.DecRef()
}

func (m *Manager) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range m.clock {
		m.evict(id)
	}
	m.clock = nil
}

func (m *Manager) bump(id int) error {
	p, err := m.Pin(id)
	if err != nil {
		return err
	}
	defer p.DecRef()
	m.mu.Lock()
	defer m.mu.Unlock()
	p.data[0]++
	p.dirty = true
	if m.pages[id] != p {
		m.disk.blocks[id] = p.data
	}
	return nil
}

func main() {
	m := &Manager{disk: &disk{blocks: map[int][pageSize]byte{}, bad: 13}, pages: map[int]*Page{}, limit: 3}
	for round := range 4 {
		for id := range 5 {
			if err := m.bump(id); err != nil {
				fmt.Println(err)
			}
		}
		if round == 2 {
			fmt.Println(m.bump(13))
		}
	}
	long, err := m.Pin(4)
	if err != nil {
		panic(err)
	}
	m.Close()
	fmt.Println(long.id, long.data[0])
	long.DecRef()
	sum := 0
	for _, b := range m.disk.blocks {
		sum += int(b[0])
	}
	fmt.Println(sum, int(m.freed.Load()) == m.disk.reads+1)
}
