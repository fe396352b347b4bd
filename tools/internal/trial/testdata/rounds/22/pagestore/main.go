// truth: correct

// Command pagestore is a buffer manager with pinned pages and write-back.
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// Page is a counted page. The last Release returns its frame.
type Page struct {
	refs  atomic.Int32
	id    int
	dirty bool
	data  []byte
	store *Store
}

// NewPage returns a page with one reference for the caller.
func NewPage(s *Store, id int) *Page {
	p := &Page{id: id, store: s, data: s.frame()}
	p.refs.Store(1)
	return p
}

func (p *Page) Retain() { p.refs.Add(1) }

func (p *Page) Release() {
	switch n := p.refs.Add(-1); {
	case n < 0:
		panic("page released too often")
	case n == 0:
		p.store.giveBack(p.data)
		p.data = nil
	}
}

type Store struct {
	mu     sync.Mutex
	frames [][]byte
	table  map[int]*Page
	disk   map[int]string
	out    int
}

var errNoPage = errors.New("no such page")

func (s *Store) frame() []byte {
	s.out++
	if n := len(s.frames); n > 0 {
		f := s.frames[n-1]
		s.frames = s.frames[:n-1]
		return f
	}
	return make([]byte, 0, 16)
}

func (s *Store) giveBack(f []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.out--
	s.frames = append(s.frames, f[:0])
}

// Pin returns the page with a reference for the caller.
func (s *Store) Pin(id int) (*Page, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p, ok := s.table[id]; ok {
		p.Retain()
		return p, nil
	}
	text, ok := s.disk[id]
	if !ok {
		return nil, errNoPage
	}
	p := NewPage(s, id)
	p.data = append(p.data, text...)
	p.Retain() // for the table
	s.table[id] = p
	return p, nil
}

// Evict writes the page back and drops the table's reference.
func (s *Store) Evict(id int) {
	s.mu.Lock()
	p, ok := s.table[id]
	delete(s.table, id)
	if ok && p.dirty {
		s.disk[id] = string(p.data)
		p.dirty = false
	}
	s.mu.Unlock()
	if ok {
		p.Release()
	}
}

func (s *Store) Close() {
	s.mu.Lock()
	var ids []int
	for id := range s.table {
		ids = append(ids, id)
	}
	s.mu.Unlock()
	for _, id := range ids {
		s.Evict(id)
	}
}

func appendText(s *Store, id int, text string) error {
	p, err := s.Pin(id)
	if err != nil {
		return err
	}
	defer p.Release()
	s.mu.Lock()
	defer s.mu.Unlock() // runs before the release, which locks again
	p.data = append(p.data, text...)
	p.dirty = true
	return nil
}

func main() {
	s := &Store{table: map[int]*Page{}, disk: map[int]string{1: "one", 2: "two", 3: "three"}}
	fmt.Println(appendText(s, 1, "+"), appendText(s, 9, "?"))
	p, err := s.Pin(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	s.Evict(2)
	s.Evict(2)
	fmt.Println(string(p.data))
	p.Release()
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() { appendText(s, i%3+1, "!") })
	}
	wg.Wait()
	s.Close()
	fmt.Println(s.disk, s.out)
}
