// truth: use-after-release line 60 hard
package main

import (
	"errors"
	"fmt"
	"sync"
)

type board struct {
	id    int
	cells [9]byte
	moves int
}

type lobby struct {
	pool   sync.Pool
	active map[int]*board
	next   int
}

func newLobby() *lobby {
	return &lobby{
		pool:   sync.Pool{New: func() any { return new(board) }},
		active: map[int]*board{},
	}
}

func (l *lobby) start() int {
	b := l.pool.Get().(*board)
	l.next++
	*b = board{id: l.next}
	l.active[b.id] = b
	return b.id
}

func (l *lobby) play(id int, cell int) error {
	b, ok := l.active[id]
	if !ok {
		return fmt.Errorf("game %d is over", id)
	}
	if b.cells[cell] != 0 {
		return errors.New("taken")
	}
	b.cells[cell] = "xo"[b.moves%2]
	b.moves++
	return nil
}

// sweep ends the games that have had n moves, and returns how many moves all
// games have had.
func (l *lobby) sweep(n int) (ended, moves int) {
	for _, b := range l.active {
		if b.moves >= n {
			l.pool.Put(b)
			ended++
		}
	}
	for _, b := range l.active {
		moves += b.moves
	}
	return ended, moves
}

func main() {
	l := newLobby()
	a, b := l.start(), l.start()
	for i := range 5 {
		if err := l.play(a, i); err != nil {
			fmt.Println(err)
		}
	}
	if err := l.play(b, 4); err != nil {
		fmt.Println(err)
	}
	fmt.Println(l.sweep(5))
	c, d := l.start(), l.start()
	mixed := false
	for id, g := range l.active {
		mixed = mixed || id != g.id
	}
	fmt.Println(b, c, d, "games under another's number:", mixed)
}
