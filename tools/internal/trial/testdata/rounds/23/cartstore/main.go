// truth: leak line 60 callee
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type cart struct {
	user  string
	items map[string]int
}

var carts = rcpool.Pool[cart]{
	Name:  "carts",
	New:   func() *cart { return &cart{items: make(map[string]int)} },
	Reset: func(c *cart) { c.user = ""; clear(c.items) },
}

type store struct {
	mu    sync.Mutex
	carts map[string]rcpool.Ref[cart]
}

var errNoCart = errors.New("no cart")

func (s *store) open(user string) rcpool.Ref[cart] {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.carts[user]
	if !ok {
		c = carts.Get()
		c.Value().user = user
		s.carts[user] = c
	}
	return c.Retain()
}

func (s *store) find(user string) (rcpool.Ref[cart], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c, ok := s.carts[user]; ok {
		return c.Retain(), nil
	}
	return rcpool.Ref[cart]{}, fmt.Errorf("%w of %s", errNoCart, user)
}

func (s *store) put(user, item string, n int) {
	c := s.open(user)
	defer c.Release()
	s.mu.Lock()
	defer s.mu.Unlock()
	c.Value().items[item] += n
}

func (s *store) merge(from, to string) error {
	if _, err := s.find(to); err != nil {
		return err
	}
	src, err := s.find(from)
	if err != nil {
		return err
	}
	defer src.Release()
	for item, n := range src.Value().items {
		s.put(to, item, n)
	}
	return s.drop(from)
}

func (s *store) drop(user string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.carts[user]
	if !ok {
		return errNoCart
	}
	delete(s.carts, user)
	c.Release()
	return nil
}

func (s *store) checkout(user string) (int, error) {
	c, err := s.find(user)
	if err != nil {
		return 0, err
	}
	defer c.Release()
	total := 0
	for _, n := range c.Value().items {
		total += n
	}
	return total, s.drop(user)
}

func main() {
	s := &store{carts: map[string]rcpool.Ref[cart]{}}
	s.put("guest", "tea", 2)
	s.put("guest", "cup", 1)
	s.put("ann", "tea", 1)
	fmt.Println(s.merge("guest", "ann"))
	fmt.Println(s.merge("ann", "bob"))
	fmt.Println(s.checkout("ann"))
	fmt.Println(s.checkout("guest"))
}
