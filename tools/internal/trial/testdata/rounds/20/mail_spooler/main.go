// truth: correct

// A mail relay: one message, many recipients, each with retries of its own.
package main

import (
	"container/heap"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type message struct {
	from string
	body []byte
}

func (m *message) Reset() { *m = message{body: m.body[:0]} }

var messages = rcpool.Pool[message]{Name: "messages"}

type delivery struct {
	to      string
	due     int
	attempt int
	msg     rcpool.Ref[message]
}

type agenda []*delivery

func (a agenda) Len() int           { return len(a) }
func (a agenda) Less(i, j int) bool { return a[i].due < a[j].due }
func (a agenda) Swap(i, j int)      { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(x any)        { *a = append(*a, x.(*delivery)) }
func (a *agenda) Pop() any {
	last := (*a)[len(*a)-1]
	(*a)[len(*a)-1] = nil
	*a = (*a)[:len(*a)-1]
	return last
}

type relay struct {
	clock  int
	agenda agenda
	send   func(to string, m *message) error
}

var errTemporary = errors.New("450 try later")

func (r *relay) submit(from, text string, rcpt ...string) {
	msg := messages.Get()
	defer msg.Release()
	msg.Value().from = from
	msg.Value().body = append(msg.Value().body, text...)
	for _, to := range rcpt {
		heap.Push(&r.agenda, &delivery{to: to, due: r.clock, msg: msg.Retain()})
	}
}

func (r *relay) step() bool {
	if r.agenda.Len() == 0 {
		return false
	}
	d := heap.Pop(&r.agenda).(*delivery)
	r.clock = max(r.clock, d.due)
	err := r.send(d.to, d.msg.Value())
	if errors.Is(err, errTemporary) && d.attempt < 2 {
		d.attempt++
		d.due = r.clock + 1<<d.attempt
		heap.Push(&r.agenda, d)
		return true
	}
	if err != nil {
		fmt.Printf("bounce to %s: %s: %v\n", d.msg.Value().from, d.to, err)
	}
	d.msg.Release()
	return true
}

// shutdown gives up everything that still waits.
func (r *relay) shutdown() {
	for _, d := range r.agenda {
		d.msg.Release()
	}
	r.agenda = nil
}

func main() {
	tries := map[string]int{}
	r := &relay{send: func(to string, m *message) error {
		tries[to]++
		switch {
		case to == "gone@x":
			return errors.New("550 no such user")
		case to == "slow@x" && tries[to] < 3, to == "busy@x":
			return errTemporary
		}
		fmt.Println("delivered", len(m.body), "bytes to", to)
		return nil
	}}
	defer r.shutdown()
	r.submit("me@y", "hello there", "a@x", "gone@x", "slow@x", "busy@x")
	r.submit("me@y", "more", "b@x")
	for range 9 {
		if !r.step() {
			break
		}
	}
	r.submit("me@y", "too late", "c@x", "d@x")
}
