// truth: correct

package main

import (
	"container/list"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type results struct {
	Query string
	Docs  []int
}

func (r *results) Reset() { *r = results{Docs: r.Docs[:0]} }

var pool = rcpool.Pool[results]{Name: "results"}

type slot struct {
	key string
	ref rcpool.Ref[results]
}

// lru caches the results of queries.
type lru struct {
	mu    sync.Mutex
	max   int
	order *list.List
	byKey map[string]*list.Element
	hits  int
}

func newLRU(max int) *lru {
	return &lru{max: max, order: list.New(), byKey: map[string]*list.Element{}}
}

func (c *lru) get(key string) (rcpool.Ref[results], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[key]
	if !ok {
		return rcpool.Ref[results]{}, false
	}
	c.hits++
	c.order.MoveToFront(e)
	return e.Value.(*slot).ref.Retain(), true
}

// put takes ref over. If the key is there already, the older results stay.
func (c *lru) put(key string, ref rcpool.Ref[results]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byKey[key]; ok {
		c.order.MoveToFront(e)
		ref.Release()
		return
	}
	c.byKey[key] = c.order.PushFront(&slot{key, ref})
	for c.order.Len() > c.max {
		c.evict(c.order.Back())
	}
}

func (c *lru) evict(e *list.Element) {
	s := c.order.Remove(e).(*slot)
	delete(c.byKey, s.key)
	s.ref.Release()
}

func (c *lru) invalidate(match func(*results) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for e := c.order.Front(); e != nil; {
		next := e.Next()
		if match(e.Value.(*slot).ref.Value()) {
			c.evict(e)
		}
		e = next
	}
}

func run(query string) rcpool.Ref[results] {
	ref := pool.Get()
	r := ref.Value()
	r.Query = query
	for i := range len(query) {
		r.Docs = append(r.Docs, int(query[i])+i)
	}
	return ref
}

func (c *lru) search(query string) int {
	ref, ok := c.get(query)
	if !ok {
		ref = run(query)
		c.put(query, ref.Retain())
	}
	defer ref.Release()
	n := 0
	for _, d := range ref.Value().Docs {
		n += d
	}
	return n
}

func main() {
	c := newLRU(4)
	var wg sync.WaitGroup
	sums := make([]int, 3)
	for g := range sums {
		wg.Go(func() {
			for i := range 60 {
				sums[g] += c.search(fmt.Sprint("query ", i*i%7))
				if i%20 == 19 {
					c.invalidate(func(r *results) bool { return len(r.Docs) > 0 && r.Docs[len(r.Docs)-1]%2 == 0 })
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(sums[0] == sums[1], c.hits > 0)
	c.invalidate(func(*results) bool { return true })
	fmt.Println(pool.Stats().InUse)
}
