// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Posting struct {
	Account string
	Cents   int64
	Memo    []byte
}

func (p *Posting) Reset() { *p = Posting{Memo: p.Memo[:0]} }

var postings = rcpool.Pool[Posting]{Name: "ledger.postings"}

var errOverdraft = errors.New("overdraft")

type Ledger struct {
	mu       sync.Mutex
	balances map[string]int64
	journal  []rcpool.Ref[Posting]
}

// draft returns a posting that passed the checks; the caller owns it.
func (l *Ledger) draft(account string, cents int64, memo string) (rcpool.Ref[Posting], error) {
	ref := postings.Get()
	defer rcpool.Drop(&ref)
	p := ref.Value()
	p.Account, p.Cents = account, cents
	p.Memo = append(p.Memo, memo...)
	if l.balances[account]+cents < 0 {
		return rcpool.Ref[Posting]{}, fmt.Errorf("%s: %w", account, errOverdraft)
	}
	return rcpool.Move(&ref), nil
}

func (l *Ledger) Post(account string, cents int64, memo string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	ref, err := l.draft(account, cents, memo)
	if err != nil {
		return err
	}
	l.balances[account] += cents
	l.journal = append(l.journal, ref)
	return nil
}

// Close writes the journal and gives all postings back.
func (l *Ledger) Close() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, ref := range l.journal {
		p := ref.Value()
		fmt.Printf("%s %d %s\n", p.Account, p.Cents, p.Memo)
		ref.Release()
		n++
	}
	l.journal = nil
	return n
}

func main() {
	l := &Ledger{balances: map[string]int64{}}
	for _, step := range []struct {
		account string
		cents   int64
	}{{"alice", 500}, {"bob", 20}, {"alice", -700}, {"alice", -100}} {
		if err := l.Post(step.account, step.cents, "transfer"); err != nil {
			fmt.Println("refused:", err)
		}
	}
	fmt.Println(l.Close(), "posted")
}
