// truth: correct

// Command inflight-index has an index of the requests in flight that owns none
// of them, for a status page.
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type call struct {
	mu    sync.Mutex
	path  string
	steps []string
}

func (c *call) Reset() {
	c.path = ""
	clear(c.steps)
	c.steps = c.steps[:0]
}

func (c *call) step(name string) {
	c.mu.Lock()
	c.steps = append(c.steps, name)
	c.mu.Unlock()
}

var calls = rcpool.Pool[call]{Name: "calls"}

type index struct {
	seen sync.Map // of rcpool.Ref[call] that are not owned
	slow atomic.Int64
}

func (x *index) warn(c *call) {
	c.step("slow")
	x.slow.Add(1)
}

func (x *index) track(next func(http.ResponseWriter, *http.Request, *call)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c := calls.Get()
		defer c.Release()
		c.Value().path = r.URL.Path
		x.seen.Store(c, struct{}{})
		stop := c.AfterFunc(time.Minute, x.warn)
		defer stop()
		next(w, r, c.Value())
	}
}

// status forgets the requests that are over.
func (x *index) status() (lines []string) {
	x.seen.Range(func(key, _ any) bool {
		c, ok := key.(rcpool.Ref[call]).TryRetain()
		if !ok {
			x.seen.Delete(key)
			return true
		}
		defer c.Release()
		v := c.Value()
		v.mu.Lock()
		defer v.mu.Unlock()
		lines = append(lines, fmt.Sprint(v.path, len(v.steps)))
		return true
	})
	return lines
}

func main() {
	x := new(index)
	reached, finish := make(chan bool, 8), make(chan struct{})
	h := x.track(func(w http.ResponseWriter, r *http.Request, c *call) {
		c.step("auth")
		c.step("load")
		reached <- true
		<-finish
		c.step("render")
		fmt.Fprintln(w, len(c.steps))
	})
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			h(httptest.NewRecorder(), httptest.NewRequest("GET", fmt.Sprint("/", i), nil))
		})
	}
	for range 4 {
		<-reached
	}
	fmt.Println(len(x.status()), "in flight")
	close(finish)
	wg.Wait()
	fmt.Println(len(x.status()), "in flight,", x.slow.Load(), "were slow")
}
