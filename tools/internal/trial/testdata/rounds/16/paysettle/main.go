// truth: correct

package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool/classic"
)

type Settlement struct {
	classic.ReferenceCounter
	Merchant string
	Lines    []int
	Fee      int
}

var settlements = classic.NewReferenceCountedPool(
	func(c classic.ReferenceCounter) classic.ReferenceCountable {
		return &Settlement{ReferenceCounter: c}
	},
	func(i any) error {
		s, ok := i.(*Settlement)
		if !ok {
			return errors.New("not a settlement")
		}
		s.Merchant, s.Lines, s.Fee = "", s.Lines[:0], 0
		return nil
	},
)

func acquire(merchant string) *Settlement {
	s := settlements.Get().(*Settlement)
	s.Merchant = merchant
	return s
}

type auditor struct {
	in    chan *Settlement
	total int
	done  sync.WaitGroup
}

func (a *auditor) start() {
	a.done.Go(func() {
		for s := range a.in {
			for _, l := range s.Lines {
				a.total += l
			}
			s.DecrementReferenceCount()
		}
	})
}

type bank struct {
	closed map[string]bool
	paid   map[string]int
}

func (b *bank) transfer(s *Settlement) error {
	if b.closed[s.Merchant] {
		return fmt.Errorf("account of %s is closed", s.Merchant)
	}
	sum := 0
	for _, l := range s.Lines {
		sum += l
	}
	b.paid[s.Merchant] += sum - s.Fee
	return nil
}

type settler struct {
	open  map[string]*Settlement
	audit *auditor
	bank  *bank
}

func (st *settler) add(merchant string, amount int) {
	s, ok := st.open[merchant]
	if !ok {
		s = acquire(merchant)
		st.open[merchant] = s
	}
	s.Lines = append(s.Lines, amount)
	s.Fee += amount / 10
}

func (st *settler) cutoff() (failed []string) {
	for merchant, s := range st.open {
		delete(st.open, merchant)
		s.IncrementReferenceCount()
		st.audit.in <- s
		if err := st.bank.transfer(s); err != nil {
			failed = append(failed, err.Error())
		}
		s.DecrementReferenceCount()
	}
	return failed
}

func main() {
	a := &auditor{in: make(chan *Settlement)}
	a.start()
	st := &settler{
		open:  map[string]*Settlement{},
		audit: a,
		bank:  &bank{closed: map[string]bool{"gone": true}, paid: map[string]int{}},
	}
	for day := range 5 {
		for i, m := range []string{"shop", "bar", "gone"} {
			st.add(m, 100*(i+1)+day)
			st.add(m, 50)
		}
		fmt.Println(st.cutoff())
	}
	close(a.in)
	a.done.Wait()
	fmt.Println(a.total, st.bank.paid["shop"], st.bank.paid["bar"])
}
