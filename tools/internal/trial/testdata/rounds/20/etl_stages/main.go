// truth: correct

// An ETL job: rows are read in batches, transformed in stages and loaded.
package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type row struct {
	key string
	val int
}

type batch struct {
	n    int
	rows []row
}

func (b *batch) Reset() {
	clear(b.rows)
	*b = batch{rows: b.rows[:0]}
}

var batches = rcpool.Pool[batch]{Name: "batches"}

type stage func(*batch) error

var errSkip = errors.New("skip this batch")

func read(lines []string) (rcpool.Ref[batch], error) {
	ref := batches.Get()
	defer rcpool.Drop(&ref)
	for _, l := range lines {
		k, v, ok := strings.Cut(l, "=")
		if !ok {
			return rcpool.Ref[batch]{}, fmt.Errorf("line %q", l)
		}
		n, err := strconv.Atoi(v)
		if err != nil {
			return rcpool.Ref[batch]{}, err
		}
		ref.Value().rows = append(ref.Value().rows, row{k, n})
	}
	return rcpool.Move(&ref), nil
}

// run moves batches from in to out. It releases what a stage refuses, and what is left when ctx is done.
func run(ctx context.Context, in <-chan rcpool.Ref[batch], out chan<- rcpool.Ref[batch], f stage) {
	defer close(out)
	for b := range in {
		if err := f(b.Value()); err != nil {
			b.Release()
			continue
		}
		select {
		case out <- b:
		case <-ctx.Done():
			b.Release()
		}
	}
}

func load(in <-chan rcpool.Ref[batch], stop func()) (sum int) {
	for b := range in {
		for _, r := range b.Value().rows {
			sum += r.val
		}
		if sum > 100 {
			stop()
		}
		b.Release()
	}
	return sum
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	source := make(chan rcpool.Ref[batch])
	doubled := make(chan rcpool.Ref[batch])
	filtered := make(chan rcpool.Ref[batch])
	var wg sync.WaitGroup
	wg.Go(func() {
		run(ctx, source, doubled, func(b *batch) error {
			for i := range b.rows {
				b.rows[i].val *= 2
			}
			return nil
		})
	})
	wg.Go(func() {
		run(ctx, doubled, filtered, func(b *batch) error {
			if len(b.rows) > 0 && b.rows[0].key == "test" {
				return errSkip
			}
			return nil
		})
	})
	wg.Go(func() { fmt.Println(load(filtered, cancel) > 100) })
	for i, lines := range [][]string{{"a=1", "b=2"}, {"broken"}, {"c=x"}, {"test=4"}, {"d=60"}, {"e=70", "f=80"}, {"g=1"}} {
		b, err := read(lines)
		if err != nil {
			fmt.Println("file", i, err)
			continue
		}
		b.Value().n = i
		source <- b
	}
	close(source)
	wg.Wait()
}
