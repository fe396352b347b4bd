// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Config struct {
	Version int
	Routes  map[string]string
}

func (c *Config) Reset() {
	c.Version = 0
	clear(c.Routes)
}

var configs = rcpool.Pool[Config]{
	New: func() *Config { return &Config{Routes: make(map[string]string)} },
}

// live publishes the current configuration. A published box never changes; its
// reference may be stale by the time a reader looks, so readers try again.
type live struct {
	current atomic.Pointer[box]
}

type box struct{ ref rcpool.Ref[Config] }

func (l *live) acquire() rcpool.Ref[Config] {
	for {
		b := l.current.Load()
		if b == nil {
			return rcpool.Ref[Config]{}
		}
		if ref, ok := b.ref.TryRetain(); ok {
			return ref
		}
	}
}

// publish takes next over and gives up what was current.
func (l *live) publish(next rcpool.Ref[Config]) {
	if old := l.current.Swap(&box{ref: next}); old != nil {
		old.ref.Release()
	}
}

func (l *live) close() {
	if old := l.current.Swap(nil); old != nil {
		old.ref.Release()
	}
}

func build(version int) rcpool.Ref[Config] {
	ref := configs.Get()
	c := ref.Value()
	c.Version = version
	c.Routes["/"] = fmt.Sprint("backend-", version)
	return ref
}

func lookup(l *live, path string) (string, int, bool) {
	cfg := l.acquire()
	if cfg.IsZero() {
		return "", 0, false
	}
	defer cfg.Release()
	return cfg.Value().Routes[path], cfg.Value().Version, true
}

func main() {
	var l live
	_, _, ok := lookup(&l, "/")
	fmt.Println(ok)
	l.publish(build(1))
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for range 300 {
				to, version, ok := lookup(&l, "/")
				if !ok || to != fmt.Sprint("backend-", version) {
					panic("torn configuration " + to)
				}
			}
		})
	}
	for v := 2; v < 60; v++ {
		l.publish(build(v))
	}
	wg.Wait()
	fmt.Println(lookup(&l, "/"))
	l.close()
	fmt.Println(configs.Stats().InUse)
}
