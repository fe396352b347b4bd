// truth: leak line 43,49 hard

// Command gamesessions keeps the state of players between their requests, and
// lets a player continue on another device.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type state struct {
	player string
	device string
	moves  []byte
}

func (s *state) Reset() { s.player, s.device, s.moves = "", "", s.moves[:0] }

var statePool = rcpool.Pool[state]{
	Name: "game.states",
	Keep: func(s *state) bool { return cap(s.moves) < 4096 },
}

var errNoPlayer = errors.New("player is not logged in")

type lobby struct {
	mu      sync.Mutex
	players map[string]rcpool.Ref[state]
	limit   int
}

func (l *lobby) login(player, device string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	old, known := l.players[player]
	if !known && len(l.players) >= l.limit {
		return fmt.Errorf("%s: lobby is full", player)
	}
	ref := statePool.Get()
	s := ref.Value()
	s.player, s.device = player, device
	if known {
		s.moves = append(s.moves, old.Value().moves...)
	}
	l.players[player] = ref
	return nil
}

// borrow calls f with the state of a player.
func (l *lobby) borrow(player string, f func(*state) error) error {
	l.mu.Lock()
	ref, ok := l.players[player]
	if !ok {
		l.mu.Unlock()
		return fmt.Errorf("%s: %w", player, errNoPlayer)
	}
	mine := ref.Retain()
	l.mu.Unlock()
	defer mine.Release()
	return f(mine.Value())
}

func (l *lobby) logout(player string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	ref, ok := l.players[player]
	if ok {
		delete(l.players, player)
		ref.Release()
	}
	return ok
}

func (l *lobby) close() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for player, ref := range l.players {
		ref.Release()
		delete(l.players, player)
		n++
	}
	return n
}

func main() {
	l := &lobby{players: map[string]rcpool.Ref[state]{}, limit: 2}
	for _, in := range [][2]string{{"ann", "phone"}, {"bob", "tv"}, {"ann", "laptop"}, {"cid", "web"}} {
		if err := l.login(in[0], in[1]); err != nil {
			fmt.Println(err)
			continue
		}
		err := l.borrow(in[0], func(s *state) error {
			s.moves = append(s.moves, in[1][0])
			fmt.Printf("%s on %s: %s\n", s.player, s.device, s.moves)
			return nil
		})
		if err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(l.logout("bob"), l.logout("dan"), l.close())
}
