// truth: detach line 63 plain
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Declaration struct {
	Period string
	Boxes  [9]int64
	Memo   []string
}

var declarations = rcpool.Pool[Declaration]{
	Name:  "vat",
	Reset: func(d *Declaration) { clear(d.Memo); *d = Declaration{Memo: d.Memo[:0]} },
}

type invoice struct {
	period string
	net    int64
	rate   int64
}

type office struct {
	archive []*Declaration
	board   chan string
}

func total(d *Declaration) (sum int64) {
	for _, b := range d.Boxes {
		sum += b
	}
	return sum
}

func (o *office) declare(period string, invoices []invoice) (*Declaration, error) {
	ref := declarations.Get()
	d := ref.Value()
	d.Period = period
	for _, in := range invoices {
		if in.period != period {
			d.Memo = append(d.Memo, "other period: "+in.period)
			continue
		}
		d.Boxes[0] += in.net * in.rate / 100
		d.Boxes[5] += in.net
	}
	if total(d) == 0 {
		ref.Release()
		return nil, errors.New("nothing to declare in " + period)
	}
	shown := ref.Retain()
	defer shown.Release()
	select {
	case o.board <- fmt.Sprintf("%s: %d", shown.Value().Period, total(shown.Value())):
	default:
		return nil, errors.Join(errors.New("board is full"), o.discard(ref))
	}
	final := ref.Detach()
	o.archive = append(o.archive, final)
	return final, nil
}

func (o *office) discard(ref rcpool.Ref[Declaration]) error {
	ref.Release()
	return nil
}

func main() {
	o := &office{board: make(chan string, 2)}
	_, err := o.declare("2026Q1", []invoice{{"2026Q2", 100, 20}})
	fmt.Println(err)
	d, err := o.declare("2026Q2", []invoice{{"2026Q2", 100, 20}, {"2026Q1", 5, 5}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Period, total(d), len(o.archive), <-o.board)
}
