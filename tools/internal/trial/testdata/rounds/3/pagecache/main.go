// truth: correct

package main

import (
	"container/list"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Page struct {
	Number int
	Data   [512]byte
}

var pages = rcpool.Pool[Page]{Name: "pages"}

type entry struct {
	number int
	page   rcpool.Ref[Page]
}

// A Cache owns a reference to each of its pages.
type Cache struct {
	mu    sync.Mutex
	max   int
	index map[int]*list.Element
	order list.List
}

func NewCache(max int) *Cache {
	return &Cache{max: max, index: make(map[int]*list.Element)}
}

// Get returns a page, with a reference for the caller.
func (c *Cache) Get(number int) (rcpool.Ref[Page], error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.index[number]; ok {
		c.order.MoveToFront(e)
		return e.Value.(*entry).page.Retain(), nil
	}
	page, err := read(number)
	if err != nil {
		return rcpool.Ref[Page]{}, err
	}
	c.index[number] = c.order.PushFront(&entry{number, page.Retain()})
	for c.order.Len() > c.max {
		c.evict(c.order.Back())
	}
	return page, nil
}

func (c *Cache) evict(e *list.Element) {
	old := c.order.Remove(e).(*entry)
	delete(c.index, old.number)
	old.page.Release()
}

func (c *Cache) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for e := c.order.Front(); e != nil; e = c.order.Front() {
		c.evict(e)
	}
}

func read(number int) (rcpool.Ref[Page], error) {
	page := pages.Get()
	defer rcpool.Drop(&page)
	if number < 0 {
		return rcpool.Ref[Page]{}, fmt.Errorf("page %d does not exist", number)
	}
	p := page.Value()
	p.Number = number
	for i := range p.Data {
		p.Data[i] = byte(number)
	}
	return rcpool.Move(&page), nil
}

func main() {
	cache := NewCache(3)
	defer cache.Close()
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := range 50 {
				page, err := cache.Get((worker*7 + i) % 9)
				if err != nil {
					panic(err)
				}
				if p := page.Value(); int(p.Data[100]) != p.Number {
					panic("wrong page")
				}
				page.Release()
			}
		})
	}
	wg.Wait()
	_, err := cache.Get(-1)
	fmt.Println("cached", cache.order.Len(), err)
}
