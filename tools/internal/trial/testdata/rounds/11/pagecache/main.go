// truth: correct
package main

import (
	"container/list"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

const pageSize = 128

type Page struct {
	ID    uint32
	Dirty bool
	Data  [pageSize]byte
}

var pages rcpool.Pool[Page]

type disk map[uint32][]byte

var errNoPage = errors.New("no such page")

func (d disk) read(id uint32, p []byte) error {
	b, ok := d[id]
	if !ok {
		return errNoPage
	}
	copy(p, b)
	return nil
}

type Cache struct {
	disk  disk
	limit int
	lru   *list.List // of rcpool.Ref[Page], the most recent first
	index map[uint32]*list.Element
}

func NewCache(d disk, limit int) *Cache {
	return &Cache{disk: d, limit: limit, lru: list.New(), index: map[uint32]*list.Element{}}
}

// Pin returns the page with a reference for the caller.
func (c *Cache) Pin(id uint32) (rcpool.Ref[Page], error) {
	if el, ok := c.index[id]; ok {
		c.lru.MoveToFront(el)
		return el.Value.(rcpool.Ref[Page]).Retain(), nil
	}
	p := pages.Get()
	if err := c.disk.read(id, p.Value().Data[:]); err != nil {
		p.Release()
		return rcpool.Ref[Page]{}, fmt.Errorf("page %d: %w", id, err)
	}
	p.Value().ID = id
	for c.lru.Len() >= c.limit {
		c.evict(c.lru.Back())
	}
	c.index[id] = c.lru.PushFront(p)
	return p.Retain(), nil
}

func (c *Cache) evict(el *list.Element) {
	p := c.lru.Remove(el).(rcpool.Ref[Page])
	v := p.Value()
	delete(c.index, v.ID)
	if v.Dirty {
		c.disk[v.ID] = append([]byte(nil), v.Data[:]...)
		v.Dirty = false
	}
	p.Release()
}

func (c *Cache) Close() {
	for el := c.lru.Front(); el != nil; {
		next := el.Next()
		c.evict(el)
		el = next
	}
}

func increment(c *Cache, id uint32) (uint64, error) {
	p, err := c.Pin(id)
	if err != nil {
		return 0, err
	}
	defer p.Release()
	v := p.Value()
	n := binary.LittleEndian.Uint64(v.Data[:]) + 1
	binary.LittleEndian.PutUint64(v.Data[:], n)
	v.Dirty = true
	return n, nil
}

func main() {
	d := disk{}
	for i := range uint32(5) {
		d[i] = make([]byte, pageSize)
	}
	c := NewCache(d, 2)
	for i := range uint32(20) {
		if _, err := increment(c, i%6); err != nil {
			fmt.Println(err)
		}
	}
	c.Close()
	fmt.Println(binary.LittleEndian.Uint64(d[0]), binary.LittleEndian.Uint64(d[4]))
}
