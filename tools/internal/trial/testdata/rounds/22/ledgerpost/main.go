// truth: use-after-release line 75 callee

// Command ledgerpost books transfers and keeps a journal.
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type posting struct {
	account string
	cents   int
}

type transfer struct {
	id       int
	postings []posting
	memo     string
}

func (t *transfer) Reset() {
	clear(t.postings)
	*t = transfer{postings: t.postings[:0]}
}

var transfers rcpool.Pool[transfer]

var errUnbalanced = errors.New("transfer does not balance")

type ledger struct {
	balances map[string]int
	journal  strings.Builder
	booked   int
}

func (l *ledger) begin(id int, memo string) rcpool.Ref[transfer] {
	ref := transfers.Get()
	ref.Value().id, ref.Value().memo = id, memo
	return ref
}

func (l *ledger) commit(ref rcpool.Ref[transfer]) error {
	defer ref.Release()
	t := ref.Value()
	sum := 0
	for _, p := range t.postings {
		sum += p.cents
	}
	if sum != 0 {
		return errUnbalanced
	}
	for _, p := range t.postings {
		l.balances[p.account] += p.cents
	}
	l.booked++
	fmt.Fprintf(&l.journal, "%d %s\n", t.id, t.memo)
	return nil
}

func (l *ledger) move(id int, from, to string, cents int) error {
	if from == to {
		return fmt.Errorf("transfer %d goes nowhere", id)
	}
	ref := l.begin(id, from+" to "+to)
	t := ref.Value()
	t.postings = append(t.postings, posting{from, -cents}, posting{to, cents})
	if cents > 1000 {
		t.postings = append(t.postings, posting{"fees", 1})
	}
	if err := l.commit(ref); err != nil {
		return fmt.Errorf("%s: %d postings: %w", t.memo, len(t.postings), err)
	}
	return nil
}

func main() {
	l := &ledger{balances: map[string]int{}}
	for i, m := range []struct {
		from, to string
		cents    int
	}{{"ann", "bob", 100}, {"bob", "bob", 5}, {"bob", "carl", 2000}, {"carl", "ann", 7}} {
		if err := l.move(i, m.from, m.to, m.cents); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Print(l.journal.String())
	fmt.Println(l.balances, l.booked)
}
