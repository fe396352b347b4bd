// truth: zero-ref line 48 plain

package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Commit struct {
	Group   string
	Offsets map[int32]int64
}

var commits = rcpool.Pool[Commit]{
	Name: "commits",
	New:  func() *Commit { return &Commit{Offsets: make(map[int32]int64)} },
	Reset: func(c *Commit) {
		c.Group = ""
		clear(c.Offsets)
	},
}

var errFull = errors.New("coordinator queue is full")

type coordinator struct {
	queue chan rcpool.Ref[Commit]
	state map[string]map[int32]int64
}

func (co *coordinator) commit(group string, offsets map[int32]int64) (int, error) {
	ref := commits.Get()
	defer rcpool.Drop(&ref)
	c := ref.Value()
	c.Group = group
	for p, o := range offsets {
		if o < 0 {
			return 0, fmt.Errorf("partition %d: negative offset", p)
		}
		c.Offsets[p] = o
	}
	if len(co.queue) == cap(co.queue) {
		return 0, errFull
	}
	co.queue <- rcpool.Move(&ref)
	return len(ref.Value().Offsets), nil
}

func (co *coordinator) apply() {
	close(co.queue)
	for ref := range co.queue {
		c := ref.Value()
		if co.state[c.Group] == nil {
			co.state[c.Group] = map[int32]int64{}
		}
		for p, o := range c.Offsets {
			co.state[c.Group][p] = max(o, co.state[c.Group][p])
		}
		ref.Release()
	}
}

func main() {
	co := &coordinator{queue: make(chan rcpool.Ref[Commit], 2), state: map[string]map[int32]int64{}}
	fmt.Println(co.commit("bill", map[int32]int64{0: -4}))
	fmt.Println(co.commit("bill", map[int32]int64{0: 10, 1: 12}))
	fmt.Println(co.commit("ship", map[int32]int64{0: 7}))
	co.apply()
	fmt.Println(co.state)
}
