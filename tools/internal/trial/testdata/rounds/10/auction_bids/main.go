// truth: correct
package main

import (
	"fmt"
	"slices"
	"sync"
)

type bid struct {
	bidder string
	cents  int
}

var bidLists = sync.Pool{New: func() any {
	s := make([]bid, 0, 16)
	return &s
}}

type auction struct {
	lot  string
	bids chan bid
}

// settle collects the bids and returns the two best, as values.
func (a *auction) settle() (first, second bid, ok bool) {
	list := bidLists.Get().(*[]bid)
	all := (*list)[:0]
	defer func() {
		clear(all)
		*list = all[:0]
		bidLists.Put(list)
	}()
	for b := range a.bids {
		if b.cents <= 0 {
			continue
		}
		all = append(all, b)
	}
	if len(all) == 0 {
		return bid{}, bid{}, false
	}
	slices.SortFunc(all, func(x, y bid) int { return y.cents - x.cents })
	first = all[0]
	if len(all) > 1 {
		second = all[1]
	}
	return first, second, true
}

func run(lot string, offers ...bid) string {
	a := &auction{lot: lot, bids: make(chan bid)}
	var wg sync.WaitGroup
	for _, b := range offers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			a.bids <- b
		}()
	}
	go func() {
		wg.Wait()
		close(a.bids)
	}()
	first, second, ok := a.settle()
	if !ok {
		return a.lot + ": not sold"
	}
	return fmt.Sprintf("%s: %s for %d", a.lot, first.bidder, max(second.cents, 1))
}

func main() {
	fmt.Println(run("vase", bid{"ann", 300}, bid{"bob", 250}, bid{"cat", 100}))
	fmt.Println(run("clock"))
	fmt.Println(run("rug", bid{"dan", 900}, bid{"eve", -5}))
	many := make([]bid, 40)
	for i := range many {
		many[i] = bid{fmt.Sprint("b", i), i}
	}
	fmt.Println(run("house", many...))
}
