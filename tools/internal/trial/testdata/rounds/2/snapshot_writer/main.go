// truth: detach line 57 plain
package main

import (
	"fmt"
	"hash/crc32"
	"sync"

	"github.com/rcpool/rcpool"
)

type State struct {
	Keys   []string
	Values []int
	Sum    uint32
}

var states rcpool.Pool[State]

type replica struct {
	mu      sync.Mutex
	history []*State
}

// freeze fills a state, computes its checksum beside the scan, and keeps the
// result for good.
func (r *replica) freeze(live map[string]int) int {
	state := states.Get()
	s := state.Value()
	for _, key := range []string{"a", "b", "c", "d"} {
		if v, ok := live[key]; ok {
			s.Keys = append(s.Keys, key)
			s.Values = append(s.Values, v)
		}
	}
	if len(s.Keys) == 0 {
		state.Release()
		return 0
	}
	sums := make(chan uint32, 1)
	shared := state.Retain()
	defer shared.Release()
	go func() {
		h := crc32.NewIEEE()
		for i, key := range shared.Value().Keys {
			fmt.Fprint(h, key, shared.Value().Values[i])
		}
		sums <- h.Sum32()
	}()
	total := 0
	for _, v := range s.Values {
		total += v
	}
	s.Sum = <-sums
	r.mu.Lock()
	defer r.mu.Unlock()
	r.history = append(r.history, state.Detach())
	return total
}

func main() {
	r := &replica{}
	fmt.Println(r.freeze(nil), len(r.history))
	fmt.Println(r.freeze(map[string]int{"a": 1, "c": 3}), len(r.history))
	for _, s := range r.history {
		fmt.Println(s.Keys, s.Sum != 0)
	}
}
