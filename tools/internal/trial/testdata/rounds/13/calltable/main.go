// truth: correct
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type call struct {
	mu    sync.Mutex
	id    string
	state string
	media []string
}

func (c *call) Reset() {
	c.id, c.state = "", ""
	clear(c.media)
	c.media = c.media[:0]
}

func (c *call) set(state string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state = state
}

var calls = rcpool.Pool[call]{Name: "sip.calls"}

// A table finds calls by their id. It does not own them.
type table struct {
	mu   sync.Mutex
	byID map[string]rcpool.Ref[call]
}

func (t *table) find(id string) (rcpool.Ref[call], bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	ref, ok := t.byID[id].TryRetain()
	if !ok {
		delete(t.byID, id)
	}
	return ref, ok
}

func (t *table) start(id string, ring time.Duration) (rcpool.Ref[call], func() bool) {
	c := calls.Get()
	c.Value().id = id
	c.Value().set("ringing")
	t.mu.Lock()
	t.byID[id] = c
	t.mu.Unlock()
	return c, c.AfterFunc(ring, func(v *call) { v.set("timeout") })
}

func (t *table) handle(id, method string) int {
	c, ok := t.find(id)
	if !ok {
		return 481
	}
	defer c.Release()
	v := c.Value()
	switch method {
	case "ACK":
		v.set("active")
	case "UPDATE":
		v.mu.Lock()
		v.media = append(v.media, "audio")
		v.mu.Unlock()
	default:
		return 405
	}
	return 200
}

func main() {
	t := &table{byID: map[string]rcpool.Ref[call]{}}
	c, stop := t.start("c1", time.Hour)
	d, _ := t.start("c2", time.Millisecond)
	fmt.Println(t.handle("c1", "ACK"), t.handle("c1", "UPDATE"), t.handle("c1", "PUT"), t.handle("c3", "ACK"))
	fmt.Println("stopped", stop())
	time.Sleep(20 * time.Millisecond)
	v := d.Value()
	v.mu.Lock()
	fmt.Println(v.id, v.state)
	v.mu.Unlock()
	d.Release()
	c.Release()
	fmt.Println(t.handle("c1", "ACK"), t.handle("c2", "ACK"), len(t.byID))
}
