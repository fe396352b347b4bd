// truth: detach line 70 plain

// Command invoicer issues invoices and hands them out of the pool.
package main

import (
	"errors"
	"fmt"
	"log"
	"sync"

	"github.com/rcpool/rcpool"
)

type Line struct {
	Text  string
	Cents int64
}

type Invoice struct {
	Number int
	Lines  []Line
	Total  int64
}

func (i *Invoice) Reset() {
	clear(i.Lines)
	*i = Invoice{Lines: i.Lines[:0]}
}

var invoices = rcpool.Pool[Invoice]{Name: "invoices"}

var errNothing = errors.New("nothing to invoice")

type Office struct {
	mu      sync.Mutex
	next    int
	revenue int64
}

func (o *Office) book(i *Invoice) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.revenue += i.Total
}

// Issue returns an invoice that the caller owns like any other object.
func (o *Office) Issue(lines ...Line) (*Invoice, error) {
	draft := invoices.Get()
	v := draft.Value()
	for _, line := range lines {
		if line.Cents == 0 {
			continue
		}
		v.Lines = append(v.Lines, line)
		v.Total += line.Cents
	}
	if len(v.Lines) == 0 {
		draft.Release()
		return nil, errNothing
	}
	o.mu.Lock()
	o.next++
	v.Number = o.next
	o.mu.Unlock()

	copyForBooks := draft.Retain()
	defer copyForBooks.Release()
	o.book(copyForBooks.Value())
	return draft.Detach(), nil
}

func main() {
	o := &Office{}
	if _, err := o.Issue(Line{"gift", 0}); !errors.Is(err, errNothing) {
		log.Fatal(err)
	}
	invoice, err := o.Issue(Line{"work", 5000}, Line{"gift", 0}, Line{"travel", 700})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(invoice.Number, invoice.Total, o.revenue)
}
