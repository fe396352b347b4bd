// truth: correct
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type entry struct {
	account string
	cents   int64
}

type Journal struct {
	ID      int
	Entries []entry
	total   int64
}

var journals = rcpool.Pool[Journal]{
	Reset: func(j *Journal) {
		clear(j.Entries)
		*j = Journal{Entries: j.Entries[:0]}
	},
}

var errUnbalanced = errors.New("unbalanced")

func (j *Journal) post(account string, cents int64) *Journal {
	j.Entries = append(j.Entries, entry{account, cents})
	j.total += cents
	return j
}

type sale struct {
	id            int
	buyer, seller string
	price, fee    int64
}

func draft(s sale) (rcpool.Ref[Journal], error) {
	j := journals.Get()
	defer rcpool.Drop(&j)
	j.Value().ID = s.id
	j.Value().post(s.buyer, -s.price).post(s.seller, s.price-s.fee)
	if s.fee > 0 {
		j.Value().post("market", s.fee)
	}
	if j.Value().total != 0 {
		return rcpool.Ref[Journal]{}, fmt.Errorf("sale %d: %w", s.id, errUnbalanced)
	}
	return rcpool.Move(&j), nil
}

type bank struct {
	balance map[string]int64
	posted  []rcpool.Ref[Journal]
}

func (b *bank) apply(j *Journal, sign int64) {
	for _, e := range j.Entries {
		b.balance[e.account] += sign * e.cents
	}
}

// settle applies all sales or none.
func (b *bank) settle(sales []sale) (err error) {
	mark := len(b.posted)
	defer func() {
		if err != nil {
			b.rollback(mark)
		}
	}()
	for _, s := range sales {
		j, err := draft(s)
		if err != nil {
			return err
		}
		b.apply(j.Value(), 1)
		b.posted = append(b.posted, j)
		if b.balance[s.buyer] < -500 {
			return fmt.Errorf("sale %d: %s is broke", s.id, s.buyer)
		}
	}
	return nil
}

func (b *bank) rollback(mark int) {
	for i := len(b.posted) - 1; i >= mark; i-- {
		b.apply(b.posted[i].Value(), -1)
		rcpool.Drop(&b.posted[i])
	}
	b.posted = b.posted[:mark]
}

func (b *bank) closeDay() int {
	n := len(b.posted)
	for i := range b.posted {
		rcpool.Drop(&b.posted[i])
	}
	b.posted = nil
	return n
}

func main() {
	b := &bank{balance: map[string]int64{}}
	fmt.Println(b.settle([]sale{{1, "ann", "bob", 100, 5}, {2, "bob", "ann", 40, 0}}))
	fmt.Println(b.settle([]sale{{3, "ann", "bob", 100, 5}, {4, "ann", "bob", 600, 5}}))
	fmt.Println(b.settle([]sale{{5, "cy", "bob", 10, -1}, {6, "cy", "bob", 10, 1}}))
	fmt.Println(b.closeDay(), b.balance["ann"], b.balance["bob"], b.balance["market"])
}
