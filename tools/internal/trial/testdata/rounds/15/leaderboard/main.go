// truth: detach line 51 plain
package main

import (
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type score struct {
	player string
	points int
}

type board struct {
	season string
	rows   []score
}

func (b *board) Reset() {
	clear(b.rows)
	*b = board{rows: b.rows[:0]}
}

var boards = rcpool.Pool[board]{Name: "boards"}

type hall struct {
	mu      sync.Mutex
	seasons map[string]*board
}

func rank(b *board) {
	sort.Slice(b.rows, func(i, j int) bool { return b.rows[i].points > b.rows[j].points })
}

// finish closes a season, prints its winner and keeps the board for good.
func (h *hall) finish(b rcpool.Ref[board]) {
	rank(b.Value())
	done := make(chan string, 1)
	shown := b.Retain()
	defer shown.Release()
	go func() {
		v := shown.Value()
		done <- fmt.Sprintf("%s: %s", v.season, v.rows[0].player)
	}()
	fmt.Println(<-done)
	h.mu.Lock()
	defer h.mu.Unlock()
	kept := b.Detach()
	h.seasons[kept.season] = kept
}

func newBoard(season string) rcpool.Ref[board] {
	b := boards.Get()
	b.Value().season = season
	return b
}

func main() {
	defer func() {
		if p := recover(); p != nil {
			fmt.Println("panic:", p.(*rcpool.Misuse).Kind)
		}
	}()
	h := &hall{seasons: map[string]*board{}}
	for _, s := range []string{"spring", "summer"} {
		b := newBoard(s)
		b.Value().rows = append(b.Value().rows, score{"ann", 3}, score{"bob", 9})
		h.finish(b)
	}
	fmt.Println(len(h.seasons))
}
