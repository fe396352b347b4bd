// truth: escape line 62 callee
package main

import (
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type Score struct {
	Player string
	Points int
}

var scores rcpool.Pool[Score]

// board shows the best scores of the day.
type board struct {
	mu  sync.Mutex
	max int
	top []*Score
}

// consider puts the score on the board if it is good enough.
func (b *board) consider(s *Score) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.top) == b.max && b.top[len(b.top)-1].Points >= s.Points {
		return false
	}
	b.top = append(b.top, s)
	sort.Slice(b.top, func(i, j int) bool { return b.top[i].Points > b.top[j].Points })
	b.top = b.top[:min(len(b.top), b.max)]
	return true
}

func (b *board) show() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, s := range b.top {
		fmt.Printf("%d. %s %d\n", i+1, s.Player, s.Points)
	}
}

type game struct {
	board *board
	total int
}

func (g *game) finish(player string, hits, misses int) bool {
	score := scores.Get()
	defer score.Release()
	s := score.Value()
	s.Player = player
	s.Points = hits*10 - misses
	if s.Points < 0 {
		return false
	}
	g.total += s.Points
	return g.board.consider(s)
}

func main() {
	g := &game{board: &board{max: 3}}
	for i, player := range []string{"ann", "bob", "cid", "dan"} {
		fmt.Println(player, g.finish(player, i*3%5, i))
	}
	fmt.Println(g.finish("eve", 0, 9), g.total)
	g.board.show()
}
