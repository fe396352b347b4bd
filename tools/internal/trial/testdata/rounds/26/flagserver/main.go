// truth: leak line 81 callee

// Command flagserver streams feature flags to clients when they change.
package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type FlagSet struct {
	Version int
	Flags   map[string]bool
}

func (f *FlagSet) Reset() {
	f.Version = 0
	clear(f.Flags)
}

var flagSets = rcpool.Pool[FlagSet]{
	Name: "flags",
	New:  func() *FlagSet { return &FlagSet{Flags: map[string]bool{}} },
}

type Store struct {
	mu      sync.Mutex
	current rcpool.Ref[FlagSet]
}

func NewStore() *Store { return &Store{current: flagSets.Get()} }

// Current returns the flags as they are now.
func (s *Store) Current() rcpool.Ref[FlagSet] {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current.Retain()
}

func (s *Store) Set(name string, on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := flagSets.Get()
	old := s.current.Value()
	next.Value().Version = old.Version + 1
	maps.Copy(next.Value().Flags, old.Flags)
	next.Value().Flags[name] = on
	s.current.Release()
	s.current = next
}

func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	rcpool.Drop(&s.current)
}

type Client struct {
	version int
	lines   []string
}

func format(f *FlagSet) string {
	var on []string
	for name, v := range f.Flags {
		if v {
			on = append(on, name)
		}
	}
	slices.Sort(on)
	return fmt.Sprintf("v%d %s", f.Version, strings.Join(on, ","))
}

// Poll reports whether the client got something new.
func (c *Client) Poll(s *Store) bool {
	flags := s.Current()
	f := flags.Value()
	if f.Version == c.version {
		return false
	}
	c.version = f.Version
	c.lines = append(c.lines, format(f))
	flags.Release()
	return true
}

func main() {
	s := NewStore()
	defer s.Close()
	c := &Client{version: -1}
	fmt.Println(c.Poll(s))
	s.Set("dark-mode", true)
	s.Set("beta", true)
	fmt.Println(c.Poll(s))
	fmt.Println(c.Poll(s))
	s.Set("beta", false)
	fmt.Println(c.Poll(s))
	fmt.Println(c.lines)
}
