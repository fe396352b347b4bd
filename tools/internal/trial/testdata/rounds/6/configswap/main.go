// truth: correct
package main

import (
	"fmt"
	"strings"
	"sync"

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
	Name: "configs",
	New:  func() *Config { return &Config{Routes: map[string]string{}} },
}

// A Live has the current configuration. Readers keep the one that they began
// with, for as long as they need.
type Live struct {
	mu      sync.RWMutex
	current rcpool.Ref[Config]
}

func (l *Live) Acquire() rcpool.Ref[Config] {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.current.Retain()
}

// Load replaces the configuration, unless the text is wrong.
func (l *Live) Load(version int, text string) error {
	next := configs.Get()
	defer rcpool.Drop(&next)
	c := next.Value()
	c.Version = version
	for line := range strings.Lines(text) {
		path, backend, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			return fmt.Errorf("version %d: bad line %q", version, line)
		}
		c.Routes[path] = backend
	}
	// After the swap, next is the old configuration.
	l.mu.Lock()
	l.current, next = next, l.current
	l.mu.Unlock()
	return nil
}

func (l *Live) Close() {
	l.mu.Lock()
	old := rcpool.Move(&l.current)
	l.mu.Unlock()
	old.Release()
}

func route(l *Live, path string) string {
	config := l.Acquire()
	defer config.Release()
	backend, ok := config.Value().Routes[path]
	if !ok {
		return "404"
	}
	return backend
}

// walk visits all routes of one version, even if another one is loaded.
func walk(l *Live, visit func(path, backend string)) int {
	config := l.Acquire()
	c := config.Value()
	for path, backend := range c.Routes {
		visit(path, backend)
	}
	version := c.Version
	config.Release()
	return version
}

func main() {
	l := &Live{}
	if err := l.Load(1, "/a one\n/b two\n"); err != nil {
		fmt.Println(err)
	}
	fmt.Println(l.Load(2, "/a"), route(l, "/a"))
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for range 100 {
				if b := route(l, "/a"); b == "404" {
					fmt.Println("route is missing")
				}
			}
		})
	}
	for v := 3; v < 30; v++ {
		if err := l.Load(v, fmt.Sprintf("/a v%d\n/c v%d", v, v)); err != nil {
			fmt.Println(err)
		}
	}
	wg.Wait()
	version := walk(l, func(path, backend string) {
		if path == "/a" {
			l.Load(99, "/z zulu")
		}
	})
	fmt.Println(version, route(l, "/z"))
	l.Close()
	fmt.Println(configs.Stats().InUse)
}
