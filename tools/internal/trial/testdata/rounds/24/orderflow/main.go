// truth: use-after-release line 64 plain

// Command orderflow validates orders and routes them to the queue of their
// warehouse.
package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"

	"github.com/rcpool/rcpool"
)

type Order struct {
	ID        int
	Warehouse string
	Items     []string
}

func (o *Order) Reset() {
	clear(o.Items)
	*o = Order{Items: o.Items[:0]}
}

type router struct {
	orders rcpool.Pool[Order]
	queues map[string]chan rcpool.Ref[Order]
	log    *slog.Logger
	wg     sync.WaitGroup
}

var (
	errNoItems   = errors.New("order has no items")
	errWarehouse = errors.New("no such warehouse")
)

func newRouter(log *slog.Logger, warehouses ...string) *router {
	r := &router{queues: make(map[string]chan rcpool.Ref[Order]), log: log}
	for _, name := range warehouses {
		q := make(chan rcpool.Ref[Order], 4)
		r.queues[name] = q
		r.wg.Go(func() { r.pack(name, q) })
	}
	return r
}

func (r *router) pack(name string, q <-chan rcpool.Ref[Order]) {
	packed := 0
	for ref := range q {
		packed += len(ref.Value().Items)
		ref.Release()
	}
	r.log.Info("packed", "warehouse", name, "items", packed)
}

// route takes ref over.
func (r *router) route(ref rcpool.Ref[Order]) error {
	order := ref.Value()
	if len(order.Items) == 0 {
		ref.Release()
		return fmt.Errorf("order %d: %w", order.ID, errNoItems)
	}
	queue, ok := r.queues[order.Warehouse]
	if !ok {
		err := fmt.Errorf("order %d: %w: %s", order.ID, errWarehouse, order.Warehouse)
		ref.Release()
		return err
	}
	queue <- ref
	return nil
}

func (r *router) place(id int, warehouse string, items ...string) error {
	ref := r.orders.Get()
	o := ref.Value()
	o.ID, o.Warehouse = id, warehouse
	o.Items = append(o.Items, items...)
	return r.route(ref)
}

func (r *router) close() {
	for _, q := range r.queues {
		close(q)
	}
	r.wg.Wait()
}

func main() {
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	}))
	r := newRouter(log, "north", "south")
	defer r.close()
	for id := range 12 {
		warehouse := []string{"north", "south", "moon"}[id%3]
		items := []string{"bolt", "nut", "washer"}[:id%4]
		if err := r.place(id, warehouse, items...); err != nil {
			log.Warn("refused", "err", err)
		}
	}
}
