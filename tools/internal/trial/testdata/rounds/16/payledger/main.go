// truth: correct

package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type entry struct{ account, amount int }

type tx struct {
	ID      int
	Entries []entry
	Applied bool
}

func (t *tx) Reset() { *t = tx{Entries: t.Entries[:0]} }

var txs = rcpool.Pool[tx]{Name: "txs"}

var errUnbalanced = errors.New("unbalanced")

type result struct {
	tx  rcpool.Ref[tx]
	err error
}

type job struct {
	tx    rcpool.Ref[tx]
	reply chan<- result
}

// shard applies transactions to its accounts, one after the other.
type shard struct {
	jobs     chan job
	accounts map[int]int
}

func (s *shard) run() {
	for j := range s.jobs {
		err := s.apply(j.tx.Value())
		j.reply <- result{j.tx, err}
	}
}

func (s *shard) apply(t *tx) error {
	sum := 0
	for _, e := range t.Entries {
		sum += e.amount
	}
	if sum != 0 {
		return fmt.Errorf("tx %d: %w by %d", t.ID, errUnbalanced, sum)
	}
	for _, e := range t.Entries {
		s.accounts[e.account] += e.amount
	}
	t.Applied = true
	return nil
}

type journal struct {
	pending []rcpool.Ref[tx]
	written int
}

func (j *journal) append(t rcpool.Ref[tx]) {
	j.pending = append(j.pending, t)
	if len(j.pending) == 8 {
		j.sync()
	}
}

func (j *journal) sync() {
	for _, t := range j.pending {
		j.written += len(t.Value().Entries)
		t.Release()
	}
	clear(j.pending)
	j.pending = j.pending[:0]
}

func main() {
	shards := make([]*shard, 2)
	var wg sync.WaitGroup
	for i := range shards {
		shards[i] = &shard{jobs: make(chan job, 2), accounts: map[int]int{}}
		wg.Go(shards[i].run)
	}
	replies := make(chan result, 4)
	jr := &journal{}
	failed := 0
	settle := func(r result) {
		if r.err != nil {
			failed++
			r.tx.Release()
			return
		}
		jr.append(r.tx)
	}
	open := 0
	for i := range 50 {
		t := txs.Get()
		v := t.Value()
		v.ID = i
		v.Entries = append(v.Entries, entry{i % 5, i}, entry{i % 3, -i})
		if i%10 == 9 {
			v.Entries = append(v.Entries, entry{0, 1})
		}
		for open >= 4 {
			settle(<-replies)
			open--
		}
		shards[i%2].jobs <- job{t, replies}
		open++
	}
	for ; open > 0; open-- {
		settle(<-replies)
	}
	for _, s := range shards {
		close(s.jobs)
	}
	wg.Wait()
	jr.sync()
	fmt.Println(jr.written, failed)
}
