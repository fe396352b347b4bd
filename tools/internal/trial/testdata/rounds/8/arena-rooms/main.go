// truth: use-after-release line 73 hard
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type room struct {
	name    string
	players []string
	score   map[string]int
}

func (r *room) Reset() {
	clear(r.players)
	clear(r.score)
	r.name, r.players = "", r.players[:0]
}

type arena struct {
	pool  rcpool.Pool[room]
	rooms map[string]rcpool.Ref[room]
}

func newArena() *arena {
	a := &arena{rooms: make(map[string]rcpool.Ref[room])}
	a.pool.Name = "rooms"
	a.pool.New = func() *room { return &room{score: make(map[string]int)} }
	return a
}

var errNoRoom = errors.New("no such room")

func (a *arena) open(name string, players ...string) {
	r := a.pool.Get()
	r.Value().name = name
	r.Value().players = append(r.Value().players, players...)
	a.rooms[name] = r
}

func (a *arena) room(name string) (*room, error) {
	r, ok := a.rooms[name]
	if !ok {
		return nil, fmt.Errorf("%s: %w", name, errNoRoom)
	}
	return r.Value(), nil
}

func (a *arena) drop(name string) {
	if r, ok := a.rooms[name]; ok {
		delete(a.rooms, name)
		r.Release()
	}
}

// finish ends a game and returns the winner.
func (a *arena) finish(name string) (winner string, err error) {
	r, err := a.room(name)
	if err != nil {
		return "", err
	}
	best := -1
	for player, s := range r.score {
		if s > best {
			winner, best = player, s
		}
	}
	a.drop(name)
	if best < 0 {
		return "", fmt.Errorf("%d players in %s never scored", len(r.players), name)
	}
	return winner, nil
}

func main() {
	a := newArena()
	defer a.pool.SetChecking(0)()
	a.open("red", "ann", "bob")
	a.open("blue", "cid", "dan", "eve")
	if r, err := a.room("red"); err == nil {
		r.score["bob"] = 3
	}
	fmt.Println(a.finish("red"))
	fmt.Println(a.finish("green"))
	_, err := a.finish("blue")
	if want := "3 players in blue never scored"; err.Error() != want {
		panic(err)
	}
}
