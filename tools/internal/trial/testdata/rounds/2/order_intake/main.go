// truth: correct
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/rcpool/rcpool"
)

// Order is one line of the intake feed.
type Order struct {
	ID    string   `json:"id"`
	Items []string `json:"items"`
	Note  string   `json:"note"`
}

var orders = rcpool.Pool[Order]{
	Name: "orders",
	Reset: func(o *Order) {
		clear(o.Items)
		*o = Order{Items: o.Items[:0]}
	},
}

var errNoItems = errors.New("order without items")

// parseOrder reads one order. The caller owns the result.
func parseOrder(body io.Reader) (rcpool.Ref[Order], error) {
	order := orders.Get()
	defer rcpool.Drop(&order)
	if err := json.NewDecoder(body).Decode(order.Value()); err != nil {
		return rcpool.Ref[Order]{}, fmt.Errorf("decode: %w", err)
	}
	if len(order.Value().Items) == 0 {
		return rcpool.Ref[Order]{}, errNoItems
	}
	return rcpool.Move(&order), nil
}

type intake struct {
	accepted chan rcpool.Ref[Order]
}

func (in *intake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	order, err := parseOrder(r.Body)
	switch {
	case errors.Is(err, errNoItems):
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	case err != nil:
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	id := order.Value().ID
	select {
	case in.accepted <- order:
		w.WriteHeader(http.StatusAccepted)
		fmt.Fprintln(w, "accepted", id)
	default:
		order.Release()
		http.Error(w, "busy", http.StatusServiceUnavailable)
	}
}

func main() {
	in := &intake{accepted: make(chan rcpool.Ref[Order], 2)}
	bodies := []string{
		`{"id":"a","items":["x","y"]}`,
		`{"id":"b"}`,
		`{"id":`,
		`{"id":"c","items":["z"]}`,
		`{"id":"d","items":["q"],"note":"too late"}`,
	}
	for _, body := range bodies {
		rec := httptest.NewRecorder()
		in.ServeHTTP(rec, httptest.NewRequest("POST", "/orders", strings.NewReader(body)))
		fmt.Println(rec.Code, strings.TrimSpace(rec.Body.String()))
	}
	close(in.accepted)
	for order := range in.accepted {
		fmt.Println("stored", order.Value().ID, len(order.Value().Items))
		order.Release()
	}
}
