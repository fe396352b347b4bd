// truth: leak line 43,55 hard

// Command gamesessions is the lobby of a game server: players sign in, move
// between matches, and are cleaned up when they are idle.
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Session struct {
	Player   string
	Match    int
	Seen     time.Time
	inputs   []byte
	revision int
}

func (s *Session) Reset() {
	*s = Session{inputs: s.inputs[:0]}
}

var sessions = rcpool.Pool[Session]{Name: "lobby.sessions"}

var (
	errUnknown = errors.New("player is not signed in")
	errName    = errors.New("player has no name")
)

type lobby struct {
	mu       sync.Mutex
	clock    func() time.Time
	byPlayer map[string]rcpool.Ref[Session]
}

// signIn starts a session. A player who signs in again starts over.
func (l *lobby) signIn(player string, match int) error {
	ref := sessions.Get()
	s := ref.Value()
	s.Player, s.Match, s.Seen = player, match, l.clock()
	if player == "" {
		ref.Release()
		return errName
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if old, ok := l.byPlayer[player]; ok {
		s.revision = old.Value().revision + 1
	}
	l.byPlayer[player] = ref
	return nil
}

// session returns a reference, which the caller owns if the error is nil.
func (l *lobby) session(player string) (rcpool.Ref[Session], error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	ref, ok := l.byPlayer[player]
	if !ok {
		return rcpool.Ref[Session]{}, fmt.Errorf("%s: %w", player, errUnknown)
	}
	return ref.Retain(), nil
}

func (l *lobby) input(player string, keys ...byte) (int, error) {
	ref, err := l.session(player)
	if err != nil {
		return 0, err
	}
	defer ref.Release()
	s := ref.Value()
	s.Seen = l.clock()
	s.inputs = append(s.inputs, keys...)
	return len(s.inputs), nil
}

func (l *lobby) signOut(player string) error {
	l.mu.Lock()
	ref, ok := l.byPlayer[player]
	delete(l.byPlayer, player)
	l.mu.Unlock()
	if !ok {
		return errUnknown
	}
	ref.Release()
	return nil
}

// sweep removes the sessions of players who were idle for d.
func (l *lobby) sweep(d time.Duration) (n int) {
	limit := l.clock().Add(-d)
	l.mu.Lock()
	defer l.mu.Unlock()
	for player, ref := range l.byPlayer {
		if ref.Value().Seen.Before(limit) {
			delete(l.byPlayer, player)
			ref.Release()
			n++
		}
	}
	return n
}

func main() {
	now := time.Unix(0, 0)
	l := &lobby{clock: func() time.Time { return now }, byPlayer: map[string]rcpool.Ref[Session]{}}
	for i, p := range []string{"ada", "bob", "", "ada", "eve"} {
		if err := l.signIn(p, i); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(l.input("ada", 1, 2, 3))
	fmt.Println(l.input("joe", 1))
	fmt.Println(l.signOut("bob"), l.signOut("bob"))
	now = now.Add(time.Minute)
	fmt.Println(l.input("eve", 9))
	fmt.Println(l.sweep(time.Second), l.sweep(-time.Second), len(l.byPlayer))
}
