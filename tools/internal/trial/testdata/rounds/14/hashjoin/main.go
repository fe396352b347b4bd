// truth: correct

// Command hashjoin joins two streams of tuples.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/rcpool/rcpool"
)

type tuple struct {
	key  int
	vals []string
}

func (t *tuple) Reset() {
	clear(t.vals)
	t.key, t.vals = 0, t.vals[:0]
}

var tuples = rcpool.Pool[tuple]{Name: "tuples"}

func newTuple(key int, vals ...string) rcpool.Ref[tuple] {
	ref := tuples.Get()
	ref.Value().key = key
	ref.Value().vals = append(ref.Value().vals, vals...)
	return ref
}

type join struct {
	build map[int][]rcpool.Ref[tuple]
	limit int
	n     int
}

var errMemory = errors.New("join needs too much memory")

// add takes the tuple over, even if it fails.
func (j *join) add(t rcpool.Ref[tuple]) error {
	if j.n == j.limit {
		t.Release()
		return errMemory
	}
	j.n++
	k := t.Value().key
	j.build[k] = append(j.build[k], t)
	return nil
}

// probe yields tuples that the consumer owns.
func (j *join) probe(right iter.Seq[rcpool.Ref[tuple]]) iter.Seq[rcpool.Ref[tuple]] {
	return func(yield func(rcpool.Ref[tuple]) bool) {
		for r := range right {
			for _, l := range j.build[r.Value().key] {
				out := newTuple(r.Value().key, l.Value().vals...)
				out.Value().vals = append(out.Value().vals, r.Value().vals...)
				if !yield(out) {
					r.Release()
					return
				}
			}
			r.Release()
		}
	}
}

func (j *join) Close() {
	for k, list := range j.build {
		for _, t := range list {
			t.Release()
		}
		delete(j.build, k)
	}
	j.n = 0
}

func run(left []int, limit, max int) ([]string, error) {
	j := &join{build: map[int][]rcpool.Ref[tuple]{}, limit: limit}
	defer j.Close()
	for i, k := range left {
		if err := j.add(newTuple(k, fmt.Sprint("l", i))); err != nil {
			return nil, err
		}
	}
	right := func(yield func(rcpool.Ref[tuple]) bool) {
		for k := range 5 {
			if !yield(newTuple(k, fmt.Sprint("r", k))) {
				return
			}
		}
	}
	var out []string
	for t := range j.probe(right) {
		out = append(out, fmt.Sprint(t.Value().key, t.Value().vals))
		t.Release()
		if len(out) == max {
			break
		}
	}
	slices.SortFunc(out, cmp.Compare[string])
	return out, nil
}

func main() {
	fmt.Println(run([]int{1, 3, 1, 9}, 10, 10))
	fmt.Println(run([]int{1, 3, 1, 9}, 10, 1))
	fmt.Println(run([]int{1, 2, 3}, 2, 10))
}
