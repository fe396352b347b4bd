// truth: escape line 75 hard

// Command ledgertx posts transfers in transactions with commit hooks.
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Transfer struct {
	From, To string
	Cents    int64
	Memo     []byte
}

func (t *Transfer) Reset() { *t = Transfer{Memo: t.Memo[:0]} }

var transfers = rcpool.Pool[Transfer]{Name: "transfers"}

var errFunds = errors.New("insufficient funds")

type Tx struct {
	book     *Book
	deltas   map[string]int64
	onCommit []func()
	onAbort  []func(error)
}

func (tx *Tx) balance(account string) int64 { return tx.book.balances[account] + tx.deltas[account] }

func (tx *Tx) OnCommit(f func()) { tx.onCommit = append(tx.onCommit, f) }

func (tx *Tx) OnAbort(f func(error)) { tx.onAbort = append(tx.onAbort, f) }

type Book struct {
	balances map[string]int64
	journal  []string
	failures []string
}

func (b *Book) Update(f func(tx *Tx) error) error {
	tx := &Tx{book: b, deltas: map[string]int64{}}
	if err := f(tx); err != nil {
		for _, hook := range tx.onAbort {
			hook(err)
		}
		return err
	}
	for account, d := range tx.deltas {
		b.balances[account] += d
	}
	for _, hook := range tx.onCommit {
		hook()
	}
	return nil
}

func (b *Book) post(tx *Tx, from, to string, cents int64, memo string) error {
	ref := transfers.Get()
	defer ref.Release()
	t := ref.Value()
	t.From, t.To, t.Cents = from, to, cents
	t.Memo = append(t.Memo, strings.ToUpper(memo)...)
	if tx.balance(t.From) < t.Cents {
		return fmt.Errorf("%s to %s: %w", t.From, t.To, errFunds)
	}
	tx.deltas[t.From] -= t.Cents
	tx.deltas[t.To] += t.Cents
	summary := fmt.Sprintf("%s>%s", t.From, t.To)
	tx.OnAbort(func(err error) { b.failures = append(b.failures, summary+": "+err.Error()) })
	tx.OnCommit(func() {
		b.journal = append(b.journal, fmt.Sprintf("%s %d %s", summary, t.Cents, t.Memo))
	})
	return nil
}

func main() {
	b := &Book{balances: map[string]int64{"ann": 100, "bob": 20}}
	fmt.Println(b.Update(func(tx *Tx) error {
		if err := b.post(tx, "ann", "bob", 60, "rent"); err != nil {
			return err
		}
		return b.post(tx, "bob", "cara", 70, "car")
	}))
	fmt.Println(b.Update(func(tx *Tx) error {
		if err := b.post(tx, "ann", "bob", 40, "tax"); err != nil {
			return err
		}
		return b.post(tx, "ann", "cara", 1, "tip")
	}))
	fmt.Println(b.balances, b.journal, b.failures)
}
