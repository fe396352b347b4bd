package lentbykey

import "fmt"

// The room may be another one's after drop.
func finish(a *arena, name string) (int, error) {
	r, err := a.room(name)
	if err != nil {
		return 0, err
	}
	score := r.Score
	a.drop(name)
	if score < 0 {
		return 0, fmt.Errorf("%d players never scored", len(r.Players)) // want "use-after-release: "
	}
	return score, nil
}

// A method of the room is called.
func (a *arena) close(name string) (size int) {
	r := a.find(name)
	if r == nil {
		return 0
	}
	a.drop(name)
	size = r.Size() // want "use-after-release: "
	return size
}

// The old room was released.
func renew(a *arena, name string) string {
	r, err := a.room(name)
	if err != nil {
		return ""
	}
	a.replace(name)
	return r.Name // want "use-after-release: "
}

// The board may be in another game.
func (l *lobby) finish(id int) (moves int) {
	b := l.board(id)
	if b == nil {
		return 0
	}
	l.end(id)
	moves += b.Moves // want "use-after-release: "
	return moves
}

// In each turn, a board is written after its end.
func endAll(l *lobby, ids []int) {
	for _, id := range ids {
		b := l.board(id)
		if b == nil {
			continue
		}
		l.end(id)
		b.Cells = 0 // want "use-after-release: "
	}
}

// The key is constant.
func lobbyOf(a *arena) (players []string) {
	r := a.find("lobby")
	if r == nil {
		return nil
	}
	if a.drop("lobby"); len(players) == 0 {
		players = append(players, r.Players...) // want "use-after-release: "
	}
	return players
}

type hall struct {
	arena arena
	names []string
}

// The arena is a field.
func (h *hall) last() string {
	name := h.names[len(h.names)-1]
	r, err := h.arena.room(name)
	if err != nil {
		return ""
	}
	h.arena.drop(name)
	return r.Name // want "use-after-release: "
}
