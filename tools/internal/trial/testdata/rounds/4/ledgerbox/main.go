// truth: correct

// Ledgerbox books transfers; a transaction is closed by whoever is first.
package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"

	"round/ledgerbox/box"
)

type Tx struct {
	ID      int
	Amounts []int
}

func (t *Tx) Reset() { *t = Tx{Amounts: t.Amounts[:0]} }

var txs = rcpool.Pool[Tx]{Name: "txs"}

var errUnbalanced = errors.New("unbalanced")

type Ledger struct {
	committed []rcpool.Ref[Tx]
}

// Commit takes tx over.
func (l *Ledger) Commit(tx rcpool.Ref[Tx]) error {
	defer rcpool.Drop(&tx)
	sum := 0
	for _, a := range tx.Value().Amounts {
		sum += a
	}
	if sum != 0 {
		return fmt.Errorf("tx %d: %w", tx.Value().ID, errUnbalanced)
	}
	l.committed = append(l.committed, rcpool.Move(&tx))
	return nil
}

func (l *Ledger) Close() error {
	for _, tx := range l.committed {
		tx.Release()
	}
	l.committed = nil
	return nil
}

func begin(id int) *box.Box[Tx] {
	tx := txs.Get()
	tx.Value().ID = id
	return box.Of(tx)
}

func transfer(l *Ledger, id int, amounts ...int) (err error) {
	b := begin(id)
	defer func() { err = errors.Join(err, b.Close()) }()
	if err := b.Do(func(tx *Tx) error {
		if len(amounts) < 2 {
			return io.ErrShortBuffer
		}
		tx.Amounts = append(tx.Amounts, amounts...)
		return nil
	}); err != nil {
		return err
	}
	if peek, ok := b.Share(); ok {
		defer peek.Release()
		fmt.Println("begin", peek.Value().ID, len(peek.Value().Amounts))
	}
	return l.Commit(b.Take())
}

func main() {
	var l Ledger
	defer l.Close()
	fmt.Println(transfer(&l, 1, 5, -5))
	fmt.Println(transfer(&l, 2, 5, -4))
	fmt.Println(transfer(&l, 3))
	b := begin(4)
	b.Close()
	fmt.Println(b.Do(func(*Tx) error { return nil }), b.Close(), len(l.committed))
}
