// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Batcher gathers references, and flushes them in groups.
type Batcher[T any] struct {
	mu    sync.Mutex
	max   int
	items []rcpool.Ref[T]
	flush func(batch []*T) error
}

func NewBatcher[T any](n int, flush func(batch []*T) error) *Batcher[T] {
	return &Batcher[T]{max: n, flush: flush}
}

// Add takes over the reference, even if the flush fails.
func (b *Batcher[T]) Add(item rcpool.Ref[T]) error {
	b.mu.Lock()
	b.items = append(b.items, item)
	if len(b.items) < b.max {
		b.mu.Unlock()
		return nil
	}
	full := b.items
	b.items = nil
	b.mu.Unlock()
	return b.send(full)
}

// send flushes the items, and releases all of them.
func (b *Batcher[T]) send(items []rcpool.Ref[T]) error {
	if len(items) == 0 {
		return nil
	}
	defer func() {
		for _, item := range items {
			item.Release()
		}
	}()
	batch := make([]*T, len(items))
	for i, item := range items {
		batch[i] = item.Value()
	}
	return b.flush(batch)
}

func (b *Batcher[T]) Close() error {
	b.mu.Lock()
	rest := b.items
	b.items = nil
	b.mu.Unlock()
	return b.send(rest)
}

type Insert struct {
	Table string
	Args  []any
}

func (i *Insert) Reset() {
	clear(i.Args)
	*i = Insert{Args: i.Args[:0]}
}

type Point struct{ X, Y float64 }

var (
	inserts rcpool.Pool[Insert]
	points  rcpool.Pool[Point]
)

func main() {
	rows := map[string]int{}
	errTable := errors.New("no table")
	db := NewBatcher(3, func(batch []*Insert) error {
		for _, i := range batch {
			if i.Table == "" {
				return errTable
			}
			rows[i.Table] += len(i.Args)
		}
		return nil
	})
	for _, table := range []string{"a", "b", "a", "", "a"} {
		insert := inserts.Get()
		v := insert.Value()
		v.Table = table
		v.Args = append(v.Args, 1, "x")
		if err := db.Add(insert); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(errors.Is(db.Close(), errTable), rows)

	var sum Point
	track := NewBatcher(4, func(batch []*Point) error {
		for _, p := range batch {
			sum.X += p.X
			sum.Y += p.Y
		}
		return nil
	})
	for i := range 10 {
		point := points.Get()
		*point.Value() = Point{float64(i), 1}
		track.Add(point)
	}
	fmt.Println(track.Close(), sum)
}
