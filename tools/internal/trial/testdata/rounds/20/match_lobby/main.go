// truth: correct

// Matchmaking: tickets wait in buckets of equal skill until two of them make a match.
package main

import (
	"fmt"
	"slices"

	"github.com/rcpool/rcpool"
)

type ticket struct {
	player string
	skill  int
	party  []string
}

func (t *ticket) Reset() {
	clear(t.party)
	*t = ticket{party: t.party[:0]}
}

var tickets = rcpool.Pool[ticket]{Name: "tickets"}

type match struct{ red, blue rcpool.Ref[ticket] }

func (m *match) end() {
	rcpool.Drop(&m.red)
	rcpool.Drop(&m.blue)
}

type lobby struct {
	buckets map[int][]rcpool.Ref[ticket]
	index   map[string]rcpool.Ref[ticket] // by player, not owned
}

func newLobby() *lobby {
	return &lobby{buckets: map[int][]rcpool.Ref[ticket]{}, index: map[string]rcpool.Ref[ticket]{}}
}

func (l *lobby) enter(player string, skill int, party ...string) (match, bool) {
	t := tickets.Get()
	v := t.Value()
	v.player, v.skill = player, skill
	v.party = append(v.party, party...)
	l.index[player] = t
	level := skill / 100
	waiting := l.buckets[level]
	if len(waiting) == 0 {
		l.buckets[level] = append(waiting, t)
		return match{}, false
	}
	other := waiting[0]
	l.buckets[level] = slices.Delete(waiting, 0, 1)
	return match{red: other, blue: t}, true
}

// cancel removes a ticket that waits. One that is in a match stays there.
func (l *lobby) cancel(player string) bool {
	t, ok := l.index[player].TryRetain()
	if !ok {
		return false
	}
	defer t.Release()
	level := t.Value().skill / 100
	i := slices.IndexFunc(l.buckets[level], func(r rcpool.Ref[ticket]) bool { return r.Value().player == player })
	if i < 0 {
		return false
	}
	l.buckets[level][i].Release()
	l.buckets[level] = slices.Delete(l.buckets[level], i, i+1)
	delete(l.index, player)
	return true
}

func (l *lobby) close() {
	for level, waiting := range l.buckets {
		for _, t := range waiting {
			t.Release()
		}
		delete(l.buckets, level)
	}
	clear(l.index)
}

func play(m match) {
	defer m.end()
	r, b := m.red.Value(), m.blue.Value()
	fmt.Println(r.player, len(r.party), "against", b.player, len(b.party))
}

func main() {
	l := newLobby()
	defer l.close()
	players := []struct {
		name  string
		skill int
	}{{"ann", 150}, {"bob", 420}, {"cat", 170}, {"dan", 130}, {"eve", 480}, {"fay", 900}}
	var running []match
	for _, p := range players {
		if m, ok := l.enter(p.name, p.skill, p.name+"-pet"); ok {
			running = append(running, m)
		}
		fmt.Println("cancel dan:", l.cancel("dan"))
	}
	for _, m := range running {
		play(m)
	}
	fmt.Println("cancel ann:", l.cancel("ann"), "fay:", l.cancel("fay"))
}
