// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Stage takes its input over. It returns an output that the caller owns, or
// an error and nothing.
type Stage[I, O any] func(rcpool.Ref[I]) (rcpool.Ref[O], error)

// Map makes a Stage of a conversion between pooled objects.
func Map[I, O any](pool *rcpool.Pool[O], conv func(*I, *O) error) Stage[I, O] {
	return func(in rcpool.Ref[I]) (rcpool.Ref[O], error) {
		defer in.Release()
		out := pool.Get()
		if err := conv(in.Value(), out.Value()); err != nil {
			out.Release()
			return rcpool.Ref[O]{}, err
		}
		return out, nil
	}
}

// Then chains two stages.
func Then[A, B, C any](f Stage[A, B], g Stage[B, C]) Stage[A, C] {
	return func(a rcpool.Ref[A]) (c rcpool.Ref[C], err error) {
		b, err := f(a)
		if err != nil {
			return c, err
		}
		return g(b)
	}
}

// Run applies s to everything from in.
func Run[I, O any](in <-chan rcpool.Ref[I], s Stage[I, O], workers int, fail func(error)) <-chan rcpool.Ref[O] {
	out := make(chan rcpool.Ref[O])
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for x := range in {
				y, err := s(x)
				if err != nil {
					fail(err)
					continue
				}
				out <- y
			}
		})
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}

type line struct{ text string }
type words struct{ list []string }
type count struct{ n, longest int }

var (
	lines  rcpool.Pool[line]
	wordsP rcpool.Pool[words]
	counts rcpool.Pool[count]
)

func main() {
	split := Map(&wordsP, func(l *line, w *words) error {
		if l.text == "" {
			return errors.New("empty line")
		}
		w.list = strings.Fields(l.text)
		return nil
	})
	measure := Map(&counts, func(w *words, c *count) error {
		for _, s := range w.list {
			c.n++
			c.longest = max(c.longest, len(s))
		}
		return nil
	})
	in := make(chan rcpool.Ref[line])
	go func() {
		defer close(in)
		for _, s := range []string{"to be or not", "", "that is the question", "whether tis nobler"} {
			l := lines.Get()
			l.Value().text = s
			in <- l
		}
	}()
	var mu sync.Mutex
	fails, total := 0, 0
	for c := range Run(in, Then(split, measure), 2, func(error) { mu.Lock(); fails++; mu.Unlock() }) {
		total += c.Value().n
		c.Release()
	}
	fmt.Println(total, fails)
}
