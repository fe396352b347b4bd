// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Return struct {
	ID    int
	Lines []Line
	Notes map[string]string
}

type Line struct {
	Box    string
	Amount int64
}

var drafts = rcpool.Pool[Return]{
	New: func() *Return { return &Return{Notes: map[string]string{}} },
	Reset: func(r *Return) {
		clear(r.Notes)
		*r = Return{Lines: r.Lines[:0], Notes: r.Notes}
	},
}

type validator interface{ check(*Return) error }

type sumRule struct{ max int64 }

func (s sumRule) check(r *Return) error {
	var sum int64
	for _, l := range r.Lines {
		sum += l.Amount
	}
	if sum > s.max {
		return fmt.Errorf("return %d: %d is over the limit", r.ID, sum)
	}
	return nil
}

type boxRule map[string]bool

func (b boxRule) check(r *Return) error {
	for _, l := range r.Lines {
		if !b[l.Box] {
			return fmt.Errorf("return %d: no box %s", r.ID, l.Box)
		}
	}
	return nil
}

type ledger struct {
	rules []validator
	filed map[int]*Return // out of their pool for good
}

// file takes the draft over, and keeps the return if all rules accept it. The
// rules run at the same time, each with a reference of its own.
func (l *ledger) file(draft rcpool.Ref[Return]) error {
	errs := make([]error, len(l.rules))
	var wg sync.WaitGroup
	for i, rule := range l.rules {
		wg.Go(draft.Hold(func(r *Return) { errs[i] = rule.check(r) }))
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		draft.Release()
		return err
	}
	r := draft.Detach()
	l.filed[r.ID] = r
	return nil
}

func main() {
	l := &ledger{
		rules: []validator{sumRule{1000}, boxRule{"A": true, "B": true}},
		filed: map[int]*Return{},
	}
	for id, amounts := range [][]int64{{1, 2}, {900, 200}, {3}, {4, 5, 6}} {
		draft := drafts.Get()
		r := draft.Value()
		r.ID = id
		for i, a := range amounts {
			r.Lines = append(r.Lines, Line{string(rune('A' + i)), a})
		}
		r.Notes["source"] = "paper"
		if err := l.file(draft); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println("filed", len(l.filed), "detached", drafts.Stats().Detached, drafts.Stats().InUse)
}
