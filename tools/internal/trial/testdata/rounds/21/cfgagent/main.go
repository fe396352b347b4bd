// truth: leak line 54 callee
package main

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type Config struct {
	Version int
	Values  map[string]string
}

func (c *Config) Reset() {
	clear(c.Values)
	c.Version = 0
}

var configs = rcpool.Pool[Config]{
	Name: "configs",
	New:  func() *Config { return &Config{Values: make(map[string]string)} },
}

// Agent serves the configuration that arrived last.
type Agent struct {
	mu      sync.Mutex
	current rcpool.Ref[Config]
}

// Current returns the configuration, or the zero Ref if none has arrived.
func (a *Agent) Current() rcpool.Ref[Config] {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.current.IsZero() {
		return rcpool.Ref[Config]{}
	}
	return a.current.Retain()
}

func (a *Agent) swap(next rcpool.Ref[Config]) {
	a.mu.Lock()
	old := a.current
	a.current = next
	a.mu.Unlock()
	rcpool.Drop(&old)
}

// Apply installs an update unless it is older than what the agent has.
func (a *Agent) Apply(version int, values map[string]string) bool {
	old := a.Current()
	if !old.IsZero() && old.Value().Version >= version {
		return false
	}
	next := configs.Get()
	c := next.Value()
	c.Version = version
	if !old.IsZero() {
		maps.Copy(c.Values, old.Value().Values)
		old.Release()
	}
	maps.Copy(c.Values, values)
	a.swap(next)
	return true
}

func (a *Agent) Close() {
	a.swap(rcpool.Ref[Config]{})
}

func (a *Agent) keys() []string {
	ref := a.Current()
	defer rcpool.Drop(&ref)
	if ref.IsZero() {
		return nil
	}
	return slices.Sorted(maps.Keys(ref.Value().Values))
}

func main() {
	var a Agent
	fmt.Println(a.keys())
	fmt.Println(a.Apply(1, map[string]string{"port": "80"}), a.keys())
	fmt.Println(a.Apply(3, map[string]string{"host": "db", "port": "81"}), a.keys())
	fmt.Println(a.Apply(2, map[string]string{"late": "1"}), a.keys())
	a.Close()
	fmt.Println(configs.Stats().InUse)
}
