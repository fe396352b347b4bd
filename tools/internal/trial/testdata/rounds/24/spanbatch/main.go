// truth: correct

// Command spanbatch collects trace spans in batches and exports a batch when
// it is full, when it is old, or at shutdown.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Span struct {
	Trace, ID uint64
	Name      string
	Tags      map[string]string
}

var spans = rcpool.Pool[Span]{
	New: func() *Span { return &Span{Tags: make(map[string]string, 4)} },
	Reset: func(s *Span) {
		clear(s.Tags)
		*s = Span{Tags: s.Tags}
	},
}

// A Batcher gathers refs to objects of any kind. Its sink takes over the
// references in the slice, but not the slice.
type Batcher[T any] struct {
	in   chan rcpool.Ref[T]
	quit chan struct{}
	idle sync.WaitGroup
	sink func([]rcpool.Ref[T]) error
	errs []error
}

func NewBatcher[T any](size int, age time.Duration, sink func([]rcpool.Ref[T]) error) *Batcher[T] {
	b := &Batcher[T]{in: make(chan rcpool.Ref[T], size), quit: make(chan struct{}), sink: sink}
	b.idle.Go(func() { b.loop(size, age) })
	return b
}

var errOverload = errors.New("batcher: queue is full")

// Offer takes item over.
func (b *Batcher[T]) Offer(item rcpool.Ref[T]) error {
	select {
	case b.in <- item:
		return nil
	default:
		item.Release()
		return errOverload
	}
}

func (b *Batcher[T]) loop(size int, age time.Duration) {
	batch := make([]rcpool.Ref[T], 0, size)
	timer := stdpool.Timer(age)
	defer timer.Release()
	flush := func() {
		if len(batch) > 0 {
			b.errs = append(b.errs, b.sink(batch))
			clear(batch)
			batch = batch[:0]
		}
		timer.Value().Reset(age)
	}
	for {
		select {
		case item := <-b.in:
			batch = append(batch, item)
			if len(batch) == size {
				flush()
			}
		case <-timer.Value().C:
			flush()
		case <-b.quit:
			for {
				select {
				case item := <-b.in:
					batch = append(batch, item)
					continue
				default:
				}
				break
			}
			flush()
			return
		}
	}
}

// Close exports what is left. Nobody may call Offer any more.
func (b *Batcher[T]) Close() error {
	close(b.quit)
	b.idle.Wait()
	return errors.Join(b.errs...)
}

type exporter struct {
	exported int
	fail     int
}

func (e *exporter) export(batch []rcpool.Ref[Span]) error {
	for _, ref := range batch {
		defer ref.Release()
	}
	if e.fail--; e.fail == 0 {
		return fmt.Errorf("lost a batch of %d", len(batch))
	}
	for _, ref := range batch {
		if ref.Value().Tags["sampled"] == "yes" {
			e.exported++
		}
	}
	return nil
}

func record(ctx context.Context, b *Batcher[Span], id uint64) error {
	ref := spans.Get()
	s := ref.Value()
	s.Trace, s.ID, s.Name = id/8, id, "query"
	s.Tags["sampled"] = []string{"yes", "no"}[id%2]
	if err := ctx.Err(); err != nil {
		ref.Release()
		return err
	}
	return b.Offer(ref)
}

func main() {
	e := &exporter{fail: 3}
	b := NewBatcher(8, 3*time.Millisecond, e.export)
	ctx, cancel := context.WithCancel(context.Background())
	refused := 0
	for id := range uint64(100) {
		if record(ctx, b, id) != nil {
			refused++
		}
		time.Sleep(100 * time.Microsecond)
	}
	cancel()
	fmt.Println(record(ctx, b, 1000))
	err := b.Close()
	fmt.Println(err, e.exported > 0, refused < 100)
}
