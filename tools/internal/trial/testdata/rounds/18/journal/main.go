// truth: correct
package main

import (
	"errors"
	"fmt"
	"sort"

	"github.com/rcpool/rcpool"
)

type Posting struct {
	Account string
	Cents   int64
	Memo    string
}

var (
	postings      = rcpool.Pool[Posting]{Name: "postings"}
	errUnbalanced = errors.New("entry does not balance")
	errFrozen     = errors.New("account is frozen")
)

// entry owns its postings until it is committed or abandoned.
type entry struct {
	parts []rcpool.Ref[Posting]
}

func (e *entry) add(account string, cents int64, memo string) *Posting {
	ref := postings.Get()
	e.parts = append(e.parts, ref)
	p := ref.Value()
	p.Account, p.Cents, p.Memo = account, cents, memo
	return p
}

func (e *entry) abandon() {
	for i := range e.parts {
		rcpool.Drop(&e.parts[i])
	}
	e.parts = e.parts[:0]
}

// surrender hands the postings to the caller.
func (e *entry) surrender() []rcpool.Ref[Posting] {
	parts := e.parts
	e.parts = nil
	return parts
}

type book struct {
	frozen   map[string]bool
	balances map[string]int64
	journal  []rcpool.Ref[Posting]
}

func (b *book) check(e *entry) error {
	var sum int64
	for _, ref := range e.parts {
		p := ref.Value()
		if b.frozen[p.Account] {
			return fmt.Errorf("%s: %w", p.Account, errFrozen)
		}
		sum += p.Cents
	}
	if sum != 0 {
		return errUnbalanced
	}
	return nil
}

func (b *book) post(build func(*entry)) error {
	var e entry
	defer e.abandon()
	build(&e)
	if err := b.check(&e); err != nil {
		return err
	}
	for _, ref := range e.surrender() {
		b.balances[ref.Value().Account] += ref.Value().Cents
		b.journal = append(b.journal, ref)
	}
	return nil
}

// seal writes the journal in the order of accounts and begins a new one.
func (b *book) seal() []string {
	sort.Slice(b.journal, func(i, j int) bool {
		return b.journal[i].Value().Account < b.journal[j].Value().Account
	})
	var out []string
	for i, ref := range b.journal {
		p := ref.Value()
		out = append(out, fmt.Sprintf("%s %+d %s", p.Account, p.Cents, p.Memo))
		ref.Release()
		b.journal[i] = rcpool.Ref[Posting]{}
	}
	b.journal = b.journal[:0]
	return out
}

func main() {
	b := &book{frozen: map[string]bool{"mallory": true}, balances: map[string]int64{}}
	transfer := func(from, to string, cents, fee int64) error {
		return b.post(func(e *entry) {
			e.add(from, -cents-fee, "to "+to)
			e.add(to, cents, "from "+from).Memo += " (instant)"
			if fee > 0 {
				e.add("fees", fee, from)
			}
		})
	}
	fmt.Println(transfer("ada", "bob", 500, 10), transfer("ada", "mallory", 5, 0))
	fmt.Println(b.post(func(e *entry) { e.add("ada", 1, "typo") }))
	fmt.Println(transfer("bob", "cyd", 200, 0))
	for _, l := range b.seal() {
		fmt.Println(l)
	}
	fmt.Println(b.balances, len(b.seal()))
}
