// truth: reset line 25 plain
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type move struct {
	player   string
	from, to int
}

type match struct {
	id       int
	players  []string
	moves    []move
	winner   string
	rated    bool
	turn     int
	chatLogs map[string][]string
}

func (m *match) Reset() {
	clear(m.players)
	clear(m.moves)
	clear(m.chatLogs)
	m.players = m.players[:0]
	m.moves = m.moves[:0]
	m.id, m.turn = 0, 0
	m.rated = false
}

var matches = rcpool.Pool[match]{
	Name: "matches",
	New:  func() *match { return &match{chatLogs: map[string][]string{}} },
}

func (m *match) play(p string, from, to int) {
	m.moves = append(m.moves, move{p, from, to})
	m.turn++
	if to >= 8 {
		m.winner = p
	}
}

func (m *match) say(p, text string) {
	m.chatLogs[p] = append(m.chatLogs[p], text)
}

func run(id int, script [][2]int, players ...string) string {
	ref := matches.Get()
	defer ref.Release()
	m := ref.Value()
	m.id = id
	m.rated = len(players) == 2
	m.players = append(m.players, players...)
	for i, s := range script {
		m.play(players[i%len(players)], s[0], s[1])
	}
	m.say(players[0], "gg")
	if m.winner == "" {
		return fmt.Sprintf("match %d: draw after %d", m.id, m.turn)
	}
	return fmt.Sprintf("match %d: %s wins", m.id, m.winner)
}

func main() {
	fmt.Println(run(1, [][2]int{{1, 3}, {2, 4}, {3, 8}}, "ann", "bob"))
	for i := range 3 {
		fmt.Println(run(i+2, [][2]int{{1, 2}, {2, 3}}, "cid", "dan"))
	}
}
