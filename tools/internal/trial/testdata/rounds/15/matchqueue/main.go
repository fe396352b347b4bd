// truth: double-release line 63 hard
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type ticket struct {
	player string
	rating int
	modes  []string
}

func (t *ticket) Reset() {
	clear(t.modes)
	*t = ticket{modes: t.modes[:0]}
}

var tickets = rcpool.Pool[ticket]{Name: "tickets"}

type request struct {
	ticket rcpool.Ref[ticket]
	reply  chan string
}

type matchmaker struct {
	in   chan request
	wg   sync.WaitGroup
	last int
}

func (m *matchmaker) run() {
	defer m.wg.Done()
	for r := range m.in {
		t := r.ticket.Value()
		diff := max(t.rating-m.last, m.last-t.rating)
		m.last = t.rating
		answer := "play " + t.modes[0]
		if diff > 500 {
			answer = "wait"
		}
		r.ticket.Release()
		r.reply <- answer
	}
}

func (m *matchmaker) find(player string, rating int, modes ...string) string {
	t := tickets.Get()
	v := t.Value()
	v.player, v.rating = player, rating
	v.modes = append(v.modes, modes...)
	if len(modes) == 0 {
		t.Release()
		return player + ": no mode"
	}
	r := request{ticket: t, reply: make(chan string)}
	m.in <- r
	answer := <-r.reply
	if answer == "wait" {
		r.ticket.Release()
	}
	return player + ": " + answer
}

func main() {
	rcpool.SetPanicOnMisuse(false)
	m := &matchmaker{in: make(chan request)}
	m.wg.Add(1)
	go m.run()
	fmt.Println(m.find("ann", 400, "duel"))
	fmt.Println(m.find("bob", 500))
	fmt.Println(m.find("cid", 2000, "duel", "team"))
	close(m.in)
	m.wg.Wait()
	fmt.Println("reports:", len(tickets.Reports()))
}
