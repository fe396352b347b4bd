// truth: zero-ref line 44 plain
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type invoice struct {
	number int
	lines  []int64
	total  int64
}

func (i *invoice) Reset() { *i = invoice{lines: i.lines[:0]} }

var invoices rcpool.Pool[invoice]

type outbox struct {
	ch  chan rcpool.Ref[invoice]
	sum int64
}

var errEmpty = errors.New("invoice has no lines")

func (o *outbox) issue(number int, lines ...int64) (err error) {
	inv := invoices.Get()
	defer rcpool.Drop(&inv)
	v := inv.Value()
	v.number = number
	for _, cents := range lines {
		v.lines = append(v.lines, cents)
		v.total += cents
	}
	if len(v.lines) == 0 {
		return fmt.Errorf("%d: %w", number, errEmpty)
	}
	if len(o.ch) == cap(o.ch) {
		return fmt.Errorf("outbox is full: invoice over %d", inv.Value().total)
	}
	o.ch <- rcpool.Move(&inv)
	o.sum += inv.Value().total
	fmt.Println("issued", number)
	return nil
}

func main() {
	o := &outbox{ch: make(chan rcpool.Ref[invoice], 2)}
	defer func() {
		fmt.Println("recovered:", recover())
		close(o.ch)
		for inv := range o.ch {
			fmt.Println(inv.Value().number, inv.Value().total)
			inv.Release()
		}
	}()
	fmt.Println(o.issue(1, 100, 250))
	fmt.Println(o.issue(2))
	fmt.Println(o.issue(3, 999))
	fmt.Println(o.issue(4, 5))
}
