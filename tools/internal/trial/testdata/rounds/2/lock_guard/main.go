// truth: double-release line 40,43,53 hard
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Tx struct {
	ID     int
	Writes []string
}

var txs = rcpool.Pool[Tx]{Name: "txs"}

var errConflict = errors.New("conflict")

// cleanup runs functions in reverse order.
type cleanup []func()

func (c *cleanup) add(f func()) { *c = append(*c, f) }

func (c cleanup) run() {
	for i := len(c) - 1; i >= 0; i-- {
		c[i]()
	}
}

type store struct {
	data   map[string]string
	nextID int
	log    []string
}

func (s *store) apply(pairs ...string) error {
	var undo cleanup
	defer func() { undo.run() }()
	s.nextID++
	tx := txs.Get()
	undo.add(tx.Release)
	tx.Value().ID = s.nextID
	for _, pair := range pairs {
		key, value, _ := strings.Cut(pair, "=")
		if s.data[key] == "locked" {
			return fmt.Errorf("tx %d: %s: %w", tx.Value().ID, key, errConflict)
		}
		tx.Value().Writes = append(tx.Value().Writes, key+"="+value)
	}
	if len(tx.Value().Writes) == 0 {
		tx.Release()
		return nil
	}
	for _, w := range tx.Value().Writes {
		key, value, _ := strings.Cut(w, "=")
		s.data[key] = value
	}
	s.log = append(s.log, fmt.Sprint("tx ", tx.Value().ID))
	return nil
}

func main() {
	s := &store{data: map[string]string{"k": "locked"}}
	fmt.Println(s.apply("a=1", "b=2"))
	fmt.Println(s.apply("c=3", "k=4"))
	func() {
		defer func() {
			if p := recover(); p != nil {
				fmt.Println("panic:", strings.SplitN(fmt.Sprint(p), "\n", 2)[0])
			}
		}()
		fmt.Println(s.apply())
	}()
	fmt.Println(len(s.data), s.log)
}
