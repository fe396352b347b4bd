// Command keptpastcalls detaches objects of which others have kept a reference, and calls
// functions in variables in between.
package main

import "github.com/rcpool/rcpool"

type Saga struct{ steps []string }

var sagas = rcpool.Pool[Saga]{Name: "sagas"}

type journal struct{ all map[string][]rcpool.Ref[Saga] }

var j = &journal{map[string][]rcpool.Ref[Saga]{}}

func (j *journal) follow(step string, ref rcpool.Ref[Saga]) {
	j.all[step] = append(j.all[step], ref)
}

func (j *journal) rotate() {
	for step, refs := range j.all {
		for _, ref := range refs {
			ref.Release()
		}
		delete(j.all, step)
	}
}

// The names of the types of functions tell which ones a program has.
type (
	quiet  func() error
	either func(n int)
	loud   func(name string)
	unused func(name string, n int)
)

func main() {
	total := 0
	defer j.rotate()
	run1([]quiet{func() error { total++; return nil }})
	run2(func(n int) { total += n }, 3)
	run3(func(string) { j.rotate() })
	run4(nil)
}
