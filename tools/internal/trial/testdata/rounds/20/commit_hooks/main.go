// truth: escape line 64 hard

// Charges of a transaction are announced when it is committed.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type charge struct {
	account string
	cents   int
	memo    []byte
}

func (c *charge) Reset() { *c = charge{memo: c.memo[:0]} }

var charges = rcpool.Pool[charge]{Name: "charges"}

type tx struct {
	mu       sync.Mutex
	balances map[string]int
	hooks    []func()
}

func (t *tx) onCommit(f func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hooks = append(t.hooks, f)
}

func (t *tx) commit() {
	t.mu.Lock()
	hooks := t.hooks
	t.hooks = nil
	t.mu.Unlock()
	for _, f := range hooks {
		f()
	}
}

func (t *tx) rollback() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hooks = nil
}

type service struct{ announced int }

func (s *service) charge(t *tx, account string, cents int, memo string) error {
	ref := charges.Get()
	defer ref.Release()
	c := ref.Value()
	c.account, c.cents = account, cents
	c.memo = append(c.memo, memo...)
	if t.balances[c.account] < c.cents {
		return errors.New("not enough money: " + account)
	}
	t.balances[c.account] -= c.cents
	t.onCommit(func() {
		s.announced += c.cents
		fmt.Printf("charged %d: %s\n", cents, c.memo)
	})
	return nil
}

func main() {
	s := new(service)
	t := &tx{balances: map[string]int{"ann": 500, "bob": 20}}
	for i, who := range []string{"ann", "ann", "bob"} {
		if err := s.charge(t, who, 100+i, "ticket"); err != nil {
			fmt.Println(err)
		}
	}
	t.commit()
	if err := s.charge(t, "bob", 5, "tea"); err == nil {
		t.rollback()
	}
	fmt.Println(s.announced)
}
