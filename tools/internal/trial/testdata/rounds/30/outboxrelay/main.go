// truth: zero-ref line 50 plain

// Command outboxrelay moves rows of a transactional outbox to a broker and
// remembers how far it got.
package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type row struct {
	id      int64
	topic   string
	payload []byte
}

func (r *row) Reset() { r.id, r.topic, r.payload = 0, "", r.payload[:0] }

var rowPool = rcpool.Pool[row]{Name: "outbox.rows"}

type relay struct {
	out    chan rcpool.Ref[row]
	offset int64
	skip   map[string]bool
}

var errOrder = errors.New("rows are out of order")

func (r *relay) forward(ctx context.Context, id int64, topic, payload string) error {
	ref := rowPool.Get()
	defer rcpool.Drop(&ref)
	v := ref.Value()
	v.id, v.topic = id, topic
	v.payload = append(v.payload, payload...)
	if v.id <= r.offset {
		return fmt.Errorf("row %d after %d: %w", v.id, r.offset, errOrder)
	}
	if r.skip[topic] {
		r.offset = v.id
		return nil
	}
	moved := rcpool.Move(&ref)
	select {
	case r.out <- moved:
		r.offset = ref.Value().id
		return nil
	case <-ctx.Done():
		moved.Release()
		return ctx.Err()
	}
}

func consume(in <-chan rcpool.Ref[row], done chan<- map[string]int) {
	bytes := map[string]int{}
	for ref := range in {
		v := ref.Value()
		bytes[v.topic] += len(v.payload)
		ref.Release()
	}
	done <- bytes
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	r := &relay{out: make(chan rcpool.Ref[row], 1), skip: map[string]bool{"debug": true}}
	done := make(chan map[string]int)
	go consume(r.out, done)
	for _, in := range []struct {
		id    int64
		topic string
	}{{1, "debug"}, {1, "orders"}, {2, "debug"}} {
		if err := r.forward(ctx, in.id, in.topic, "payload"); err != nil {
			fmt.Println(err)
		}
	}
	close(r.out)
	fmt.Println(<-done, r.offset)
}
