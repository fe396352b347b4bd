// truth: correct
package main

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type Loan struct {
	Object   string
	Borrower string
}

var (
	loans   = rcpool.Pool[Loan]{Name: "museum.loans"}
	overdue atomic.Int32
	settled = make(chan struct{}, 8)
)

type desk struct {
	loan   rcpool.Ref[Loan]
	cancel func() bool
}

func remind(l *Loan) {
	if l.Object == "" {
		panic("reminder without an object")
	}
	overdue.Add(1)
	settled <- struct{}{}
}

// open takes loan over.
func open(loan rcpool.Ref[Loan], period time.Duration) *desk {
	return &desk{loan: loan, cancel: loan.AfterFunc(period, remind)}
}

// giveBack ends the loan. It reports whether the object came back in time.
func (d *desk) giveBack() bool {
	inTime := d.cancel()
	d.loan.Release()
	return inTime
}

func lend(object, borrower string) rcpool.Ref[Loan] {
	ref := loans.Get()
	*ref.Value() = Loan{object, borrower}
	return ref
}

func main() {
	early := open(lend("amphora", "Louvre"), time.Hour)
	late := open(lend("fibula", "Prado"), time.Millisecond)
	<-settled
	fmt.Println("early in time:", early.giveBack())
	fmt.Println("late in time:", late.giveBack())

	// The loan itself may end before its reminder.
	last := lend("coin", "Met")
	stop := last.AfterFunc(2*time.Millisecond, remind)
	last.Release()
	<-settled
	fmt.Println("stopped:", stop(), "overdue:", overdue.Load())
}
