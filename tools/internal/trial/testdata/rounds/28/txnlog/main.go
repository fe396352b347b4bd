// truth: correct

// Command txnlog applies transactions to an account store: changes are staged,
// and either all of them reach the journal or none.
package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/rcpool/rcpool"
)

type Change struct {
	Account string
	Delta   int
	Memo    []byte
}

func (c *Change) Reset() { *c = Change{Memo: c.Memo[:0]} }

// Journal owns the changes of committed transactions until it is compacted.
type Journal struct {
	changes []rcpool.Ref[Change]
}

// absorb takes the elements of staged over and leaves zero references behind.
func (j *Journal) absorb(staged []rcpool.Ref[Change]) {
	for i := range staged {
		j.changes = append(j.changes, rcpool.Move(&staged[i]))
	}
}

func (j *Journal) Compact(into map[string]int) {
	for i := range j.changes {
		c := j.changes[i].Value()
		into[c.Account] += c.Delta
		rcpool.Drop(&j.changes[i])
	}
	j.changes = j.changes[:0]
}

type Store struct {
	pool     rcpool.Pool[Change]
	balances map[string]int
	journal  Journal
}

type Txn struct {
	store  *Store
	staged []rcpool.Ref[Change]
	done   bool
}

func (s *Store) Begin() *Txn { return &Txn{store: s} }

// Update runs f in a transaction and commits it if f returns nil.
func (s *Store) Update(f func(*Txn) error) error {
	t := s.Begin()
	defer t.Rollback()
	if err := f(t); err != nil {
		return err
	}
	return t.Commit()
}

func (t *Txn) Add(account string, delta int, memo string) error {
	if t.done {
		return errors.New("transaction is over")
	}
	if account == "" {
		return errors.New("no account")
	}
	ref := t.store.pool.Get()
	c := ref.Value()
	c.Account, c.Delta = account, delta
	c.Memo = append(c.Memo, memo...)
	t.staged = append(t.staged, ref)
	return nil
}

func (t *Txn) balance(account string) int {
	n := t.store.balances[account]
	for _, list := range [][]rcpool.Ref[Change]{t.store.journal.changes, t.staged} {
		for _, ref := range list {
			if c := ref.Value(); c.Account == account {
				n += c.Delta
			}
		}
	}
	return n
}

// Commit leaves the changes to Rollback if an account would be overdrawn.
func (t *Txn) Commit() error {
	if t.done {
		return errors.New("transaction is over")
	}
	for _, ref := range t.staged {
		if a := ref.Value().Account; t.balance(a) < 0 {
			return fmt.Errorf("%s is overdrawn", a)
		}
	}
	t.done = true
	t.store.journal.absorb(t.staged)
	t.staged = nil
	if len(t.store.journal.changes) > 4 {
		t.store.journal.Compact(t.store.balances)
	}
	return nil
}

// Rollback does nothing after Commit.
func (t *Txn) Rollback() {
	t.done = true
	for i := range t.staged {
		rcpool.Drop(&t.staged[i])
	}
	t.staged = nil
}

func transfer(from, to string, n int) func(*Txn) error {
	return func(t *Txn) error {
		if err := t.Add(from, -n, "to "+to); err != nil {
			return err
		}
		return t.Add(to, n, "from "+from)
	}
}

func main() {
	s := &Store{balances: map[string]int{"ann": 100}}
	defer s.journal.Compact(s.balances)
	fmt.Println(s.Update(transfer("ann", "ben", 30)))
	fmt.Println(s.Update(transfer("ben", "cat", 50)))
	fmt.Println(s.Update(transfer("ann", "", 1)))
	fmt.Println(s.Update(transfer("ben", "cat", 10)))
	t := s.Begin()
	err := t.Add("cat", 5, "gift")
	t.Rollback()
	fmt.Println(err, t.Commit())
	fmt.Println(s.Update(transfer("ann", "cat", 70)))
	var out []string
	for account, n := range s.balances {
		out = append(out, fmt.Sprint(account, "=", n))
	}
	sort.Strings(out)
	fmt.Println(strings.Join(out, " "))
}
