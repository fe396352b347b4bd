package lentbykey

import "fmt"

// The number of players is taken before drop.
func finishBefore(a *arena, name string) (int, error) {
	r, err := a.room(name)
	if err != nil {
		return 0, err
	}
	score, players := r.Score, len(r.Players)
	a.drop(name)
	if score < 0 {
		return 0, fmt.Errorf("%d players never scored", players)
	}
	return score, nil
}

// Another room is dropped.
func (a *arena) closeOther(name, other string) (size int) {
	r := a.find(name)
	if r == nil || name == other {
		return 0
	}
	a.drop(other)
	return r.Size()
}

// The room is found anew after it was replaced.
func renewed(a *arena, name string) string {
	r, err := a.room(name)
	if err != nil {
		return ""
	}
	was := r.Name
	a.replace(name)
	r = a.find(name)
	return was + r.Name
}

// The board is not put back.
func (l *lobby) finishRemoved(id int) (moves int) {
	b := l.board(id)
	if b == nil {
		return 0
	}
	l.remove(id)
	return b.Moves
}

// Each turn takes a board of its own, and ends it last.
func endEach(l *lobby, ids []int) {
	for _, id := range ids {
		b := l.board(id)
		if b == nil {
			continue
		}
		b.Cells = 0
		l.end(id)
	}
}

// The room has players, so it is not dropped.
func playersOf(a *arena) (players []string) {
	r := a.find("lobby")
	if r == nil || len(r.Players) == 0 {
		return nil
	}
	a.dropEmpty("lobby")
	return append(players, r.Players...)
}

// The caller has taken the room out before, so drop finds none.
func (h *hall) takeLast() string {
	name := h.names[len(h.names)-1]
	r, err := h.arena.room(name)
	if err != nil {
		return ""
	}
	ref := h.arena.forget(name)
	defer ref.Release()
	h.arena.drop(name)
	return r.Name
}
