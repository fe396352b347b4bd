// Package httpfront has handlers that use rchttp.
package httpfront

import (
	"errors"
	"log"
	"net/http"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

// An Order is what clients send.
type Order struct {
	ID    int      `json:"id"`
	Items []string `json:"items"`
	Note  []byte   `json:"note" rcpool:"keep"`
}

// Reset keeps the memory of the note.
func (o *Order) Reset() { *o = Order{Note: o.Note[:0]} }

// A Reply is what they get.
type Reply struct {
	Total int
	Text  [64]byte
}

var (
	orders  = rcpool.Pool[Order]{Name: "orders"}
	replies = rcpool.Pool[Reply]{Name: "replies"}
)

const limit = 64 << 10

var errEmpty = errors.New("empty order")

func price(o *Order) int { return 10 * len(o.Items) }

func validate(o *Order) error {
	if len(o.Items) == 0 {
		return errEmpty
	}
	return nil
}

func audit(o *Order) { log.Printf("order %d", o.ID) }

func answer(w http.ResponseWriter, total int) {
	if total == 0 {
		w.WriteHeader(http.StatusNoContent)
	}
}

// A shop serves orders.
type shop struct {
	mu    sync.Mutex
	wg    sync.WaitGroup
	last  *Order
	queue chan rcpool.Ref[Order]
	scope rchttp.Scope
	sum   int
}

// enqueue takes the order over, unless it returns false.
func (s *shop) enqueue(order rcpool.Ref[Order]) bool {
	select {
	case s.queue <- order:
		return true
	default:
		return false
	}
}

// read binds an order for as long as the request lasts.
func read(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) (rcpool.Ref[Order], bool) {
	ref, ok := rchttp.Bind(w, r, &orders, limit)
	if ok {
		rchttp.Adopt(scope, ref)
	}
	return ref, ok
}
