// truth: reset line 23 plain
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type score struct{ kills, deaths int }

type match struct {
	id     int
	board  map[string]*score
	events []string
	winner string
	ranked bool
}

var matches = rcpool.Pool[match]{
	Name: "matches",
	New:  func() *match { return &match{board: make(map[string]*score)} },
	Reset: func(m *match) {
		m.id = 0
		clear(m.board)
		clear(m.events)
		m.events = m.events[:0]
		m.ranked = false
	},
}

func (m *match) player(name string) *score {
	s := m.board[name]
	if s == nil {
		s = new(score)
		m.board[name] = s
	}
	return s
}

func (m *match) kill(by, whom string) {
	m.player(by).kills++
	m.player(whom).deaths++
	m.events = append(m.events, by+" > "+whom)
	if m.player(by).kills >= 3 && m.winner == "" {
		m.winner = by
	}
}

type ladder struct{ points map[string]int }

func (l *ladder) finish(m rcpool.Ref[match]) string {
	defer m.Release()
	v := m.Value()
	if v.winner == "" {
		return fmt.Sprintf("match %d: draw", v.id)
	}
	if v.ranked {
		l.points[v.winner] += len(v.board)
	}
	return fmt.Sprintf("match %d: %s wins, %d events", v.id, v.winner, len(v.events))
}

func play(id int, ranked bool, kills ...string) rcpool.Ref[match] {
	m := matches.Get()
	v := m.Value()
	v.id, v.ranked = id, ranked
	for i := 0; i+1 < len(kills); i += 2 {
		v.kill(kills[i], kills[i+1])
	}
	return m
}

func main() {
	l := &ladder{points: map[string]int{}}
	fmt.Println(l.finish(play(1, true, "ann", "bob", "ann", "cat", "ann", "bob")))
	fmt.Println(l.finish(play(2, true, "cat", "dan")))
	fmt.Println(l.finish(play(3, false)))
	fmt.Println(l.points)
}
