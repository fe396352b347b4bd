// truth: correct

// Command retryqueue delivers messages with retries and a dead letter queue.
package main

import (
	"container/heap"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type message struct {
	ID       int
	Attempts int
	Headers  map[string]string
}

func (m *message) Reset() {
	m.ID, m.Attempts = 0, 0
	clear(m.Headers)
}

var messages = rcpool.Pool[message]{
	New: func() *message { return &message{Headers: map[string]string{}} },
}

type item struct {
	due int
	msg rcpool.Ref[message]
}

type schedule []item

func (s schedule) Len() int           { return len(s) }
func (s schedule) Less(i, j int) bool { return s[i].due < s[j].due }
func (s schedule) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *schedule) Push(x any)        { *s = append(*s, x.(item)) }
func (s *schedule) Pop() any {
	old := *s
	it := old[len(old)-1]
	old[len(old)-1] = item{}
	*s = old[:len(old)-1]
	return it
}

var errPermanent = errors.New("rejected")

type dispatcher struct {
	now     int
	retries schedule
	dead    []rcpool.Ref[message]
	deliver func(*message) error
	max     int
}

func (d *dispatcher) accept(id int) {
	ref := messages.Get()
	ref.Value().ID = id
	ref.Value().Headers["origin"] = "api"
	heap.Push(&d.retries, item{due: d.now, msg: ref})
}

func (d *dispatcher) step() {
	d.now++
	for len(d.retries) > 0 && d.retries[0].due <= d.now {
		it := heap.Pop(&d.retries).(item)
		m := it.msg.Value()
		m.Attempts++
		switch err := d.deliver(m); {
		case err == nil:
			it.msg.Release()
		case errors.Is(err, errPermanent), m.Attempts >= d.max:
			m.Headers["error"] = err.Error()
			d.dead = append(d.dead, it.msg)
		default:
			it.due = d.now + 1<<m.Attempts
			heap.Push(&d.retries, it)
		}
	}
}

// letters hands the dead letters to the caller.
func (d *dispatcher) letters() []rcpool.Ref[message] {
	dead := d.dead
	d.dead = nil
	return dead
}

func (d *dispatcher) Close() (lost int) {
	lost = len(d.retries)
	for _, it := range d.retries {
		it.msg.Release()
	}
	d.retries = nil
	for _, m := range d.letters() {
		m.Release()
	}
	return lost
}

func main() {
	d := &dispatcher{max: 3, deliver: func(m *message) error {
		switch {
		case m.ID%4 == 0:
			return errPermanent
		case m.ID%3 == 0, m.ID == 5 && m.Attempts < 2:
			return errors.New("unavailable")
		}
		return nil
	}}
	for id := 1; id <= 6; id++ {
		d.accept(id)
	}
	for range 8 {
		d.step()
	}
	for _, m := range d.letters() {
		fmt.Println(m.Value().ID, m.Value().Attempts, m.Value().Headers["error"])
		m.Release()
	}
	d.accept(9)
	d.step()
	fmt.Println(d.Close())
}
