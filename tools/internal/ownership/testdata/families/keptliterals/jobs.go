// Package keptliterals has function literals that others keep, and call later: in lists of
// structs, in lists in maps, and on channels.
package keptliterals

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// A Mail has a body.
type Mail struct {
	To   string
	Body []byte
}

// Reset empties the mail.
func (m *Mail) Reset() { *m = Mail{Body: m.Body[:0]} }

var (
	mails    = rcpool.Pool[Mail]{Name: "mails"}
	profiles = sync.Pool{New: func() any { return new(Mail) }}
)

type attempt struct {
	tries int
	run   func()
}

// A queue calls later what it is given.
type queue struct {
	waiting  []attempt
	handlers map[string][]func(string)
	topics   map[string][]func(string)
	out      []string
}

func (q *queue) later(run func()) { q.waiting = append(q.waiting, attempt{run: run}) }

func (q *queue) flush() {
	waiting := q.waiting
	q.waiting = nil
	for i := range waiting {
		waiting[i].tries++
		waiting[i].run()
	}
}

// again runs all, and keeps them.
func (q *queue) again() {
	for i := range q.waiting {
		q.waiting[i].run()
	}
}

func (q *queue) on(topic string, h func(string)) {
	q.handlers[topic] = append(q.handlers[topic], h)
}

// follow is undone by unfollow.
func (q *queue) follow(topic string, h func(string)) {
	q.topics[topic] = append(q.topics[topic], h)
}

func (q *queue) unfollow(topic string) { delete(q.topics, topic) }

func (q *queue) note(s string) { q.out = append(q.out, s) }

// A loop runs tasks in its goroutine.
type loop struct {
	tasks chan func()
	done  sync.WaitGroup
}

func (l *loop) do(task func()) {
	l.done.Add(1)
	l.tasks <- task
}

func (l *loop) wait() { l.done.Wait() }

// then returns a function that calls f with an argument.
func then(f func(string), arg string) func() { return func() { f(arg) } }

// A conn calls onClose when it is closed.
type conn struct{ onClose func() }

type option func(*conn)

func onClose(f func()) option { return func(c *conn) { c.onClose = f } }

func dial(options ...option) *conn {
	c := new(conn)
	for _, o := range options {
		o(c)
	}
	return c
}

func (c *conn) Close() {
	if c.onClose != nil {
		c.onClose()
	}
}
