// truth: use-after-release line 64 callee
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Seat struct {
	Row, Num int
	Holder   string
	Paid     bool
}

type hold struct {
	ref rcpool.Ref[Seat]
	ttl time.Duration
}

type hall struct {
	seats rcpool.Pool[Seat]
	mu    sync.Mutex
	sold  map[[2]int]string
}

// reserve leases the seat for a customer. The hold owns it until settle.
func (h *hall) reserve(row, num int, who string) *hold {
	ref := h.seats.Get()
	*ref.Value() = Seat{Row: row, Num: num, Holder: who}
	return &hold{ref: ref, ttl: time.Second}
}

// settle ends the hold. It reports whether the seat was sold.
func (h *hall) settle(x *hold, paid bool) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := x.ref.Value()
	s.Paid = paid
	key := [2]int{s.Row, s.Num}
	if _, taken := h.sold[key]; taken || !paid {
		x.ref.Release()
		return false
	}
	h.sold[key] = s.Holder
	x.ref.Release()
	return true
}

type payment func(who string, cents int) error

func (h *hall) buy(row, num int, who string, pay payment) (string, error) {
	x := h.reserve(row, num, who)
	if err := pay(who, 2500); err != nil {
		h.settle(x, false)
		return "", err
	}
	if !h.settle(x, true) {
		return "", fmt.Errorf("row %d seat %d is taken", row, num)
	}
	s := x.ref.Value()
	return fmt.Sprintf("%s: row %d seat %d", s.Holder, s.Row, s.Num), nil
}

func main() {
	h := &hall{sold: map[[2]int]string{}}
	pay := func(who string, cents int) error {
		if who == "eve" {
			return errors.New("card declined")
		}
		return nil
	}
	for _, who := range []string{"eve", "ann", "bob"} {
		ticket, err := h.buy(3, 14, who, pay)
		fmt.Println(ticket, err)
	}
}
