// truth: correct

// Command orderedpipe enriches events in stages. Each stage owns what it has
// received until it has sent it on; if a stage fails, all of them drain.
package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
	"golang.org/x/sync/errgroup"
)

type Event struct {
	ID    int
	Host  string
	Tags  map[string]string
	Score float64
}

func (e *Event) Reset() {
	clear(e.Tags)
	*e = Event{Tags: e.Tags}
}

type pipeline[T any] struct {
	ctx   context.Context
	stop  context.CancelCauseFunc
	group errgroup.Group
}

func newPipeline[T any](ctx context.Context) *pipeline[T] {
	ctx, stop := context.WithCancelCause(ctx)
	return &pipeline[T]{ctx: ctx, stop: stop}
}

// source sends what next returns until it reports false.
func (p *pipeline[T]) source(next func() (rcpool.Ref[T], bool)) <-chan rcpool.Ref[T] {
	out := make(chan rcpool.Ref[T])
	p.group.Go(func() error {
		defer close(out)
		for {
			item, ok := next()
			if !ok {
				return nil
			}
			if err := p.send(out, item); err != nil {
				return err
			}
		}
	})
	return out
}

// send hands item over, or releases it when the pipeline stops.
func (p *pipeline[T]) send(out chan<- rcpool.Ref[T], item rcpool.Ref[T]) error {
	select {
	case out <- item:
		return nil
	case <-p.ctx.Done():
		item.Release()
		return context.Cause(p.ctx)
	}
}

// stage runs f on each item. Items for which keep is false are filtered out.
func (p *pipeline[T]) stage(in <-chan rcpool.Ref[T], f func(*T) (keep bool, err error)) <-chan rcpool.Ref[T] {
	out := make(chan rcpool.Ref[T], 2)
	p.group.Go(func() error {
		defer close(out)
		defer drain(in)
		for item := range in {
			keep, err := f(item.Value())
			if err != nil || !keep {
				item.Release()
				if err != nil {
					p.stop(err)
					return err
				}
				continue
			}
			if err := p.send(out, item); err != nil {
				return err
			}
		}
		return nil
	})
	return out
}

func (p *pipeline[T]) sink(in <-chan rcpool.Ref[T], f func(*T)) error {
	defer p.stop(nil)
	p.group.Go(func() error {
		for item := range in {
			f(item.Value())
			item.Release()
		}
		return nil
	})
	return p.group.Wait()
}

func drain[T any](in <-chan rcpool.Ref[T]) {
	for item := range in {
		item.Release()
	}
}

func run(events *rcpool.Pool[Event], n, poison int) (lines []string, err error) {
	p := newPipeline[Event](context.Background())
	i := 0
	raw := p.source(func() (rcpool.Ref[Event], bool) {
		if i == n {
			return rcpool.Ref[Event]{}, false
		}
		ref := events.Get()
		e := ref.Value()
		e.ID, e.Host = i, fmt.Sprintf("web-%d", i%3)
		i++
		return ref, true
	})
	tagged := p.stage(raw, func(e *Event) (bool, error) {
		if e.Tags == nil {
			e.Tags = make(map[string]string)
		}
		e.Tags["az"] = strings.TrimPrefix(e.Host, "web-")
		return e.ID%5 != 4, nil
	})
	scored := p.stage(tagged, func(e *Event) (bool, error) {
		if e.ID == poison {
			return false, errors.New("model failed")
		}
		e.Score = float64(e.ID) / 2
		return true, nil
	})
	err = p.sink(scored, func(e *Event) {
		lines = append(lines, fmt.Sprintf("%d@%s=%.1f", e.ID, e.Tags["az"], e.Score))
	})
	return lines, err
}

func main() {
	events := &rcpool.Pool[Event]{Name: "events"}
	lines, err := run(events, 12, -1)
	fmt.Println(len(lines), err)
	lines, err = run(events, 50, 8)
	fmt.Println(len(lines) <= 8, err)
}
