// truth: correct

package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/rcpool/rcpool"
)

// An Owned closes its reference once, however often Close is called.
type Owned[T any] struct{ ref rcpool.Ref[T] }

func Own[T any](ref rcpool.Ref[T]) *Owned[T] { return &Owned[T]{ref} }

func (o *Owned[T]) Close() error {
	rcpool.Drop(&o.ref)
	return nil
}

func (o *Owned[T]) Borrow() *T { return o.ref.Value() }

// Disown gives the reference to the caller, and leaves Close nothing to do.
func (o *Owned[T]) Disown() rcpool.Ref[T] { return rcpool.Move(&o.ref) }

type Run struct{ Keys []int }

func (r *Run) Reset() { r.Keys = r.Keys[:0] }

var runs = rcpool.Pool[Run]{Name: "runs"}

var errUnsorted = errors.New("run is not sorted")

func load(keys ...int) (rcpool.Ref[Run], error) {
	run := Own(runs.Get())
	defer run.Close()
	r := run.Borrow()
	r.Keys = append(r.Keys, keys...)
	if !slices.IsSorted(r.Keys) {
		return rcpool.Ref[Run]{}, errUnsorted
	}
	return run.Disown(), nil
}

func merge[T cmp.Ordered](into, a, b []T) []T {
	for len(a) > 0 && len(b) > 0 {
		if cmp.Less(b[0], a[0]) {
			a, b = b, a
		}
		into, a = append(into, a[0]), a[1:]
	}
	return append(append(into, a...), b...)
}

// mergeAll takes over all runs and returns one.
func mergeAll(inputs []rcpool.Ref[Run]) (rcpool.Ref[Run], bool) {
	for len(inputs) > 1 {
		a, b := Own(inputs[0]), Own(inputs[1])
		sum := runs.Get()
		s := sum.Value()
		s.Keys = merge(s.Keys, a.Borrow().Keys, b.Borrow().Keys)
		a.Close()
		b.Close()
		inputs = append(inputs[2:], sum)
	}
	if len(inputs) == 0 {
		return rcpool.Ref[Run]{}, false
	}
	return inputs[0], true
}

func sortRuns(parts ...[]int) ([]int, error) {
	var inputs []rcpool.Ref[Run]
	for _, part := range parts {
		run, err := load(part...)
		if err != nil {
			for _, loaded := range inputs {
				loaded.Release()
			}
			return nil, err
		}
		inputs = append(inputs, run)
	}
	result, ok := mergeAll(inputs)
	if !ok {
		return nil, nil
	}
	defer result.Release()
	return slices.Clone(result.Value().Keys), nil
}

func main() {
	fmt.Println(sortRuns([]int{1, 5, 9}, []int{2, 3}, []int{4, 8, 10}, []int{0}))
	fmt.Println(sortRuns([]int{1, 2}, []int{9, 3}))
	fmt.Println(sortRuns())
}
