// truth: double-release line 66 plain
package main

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type message struct {
	from string
	text strings.Builder
	at   time.Time
}

var messages = rcpool.Pool[message]{
	Name: "chat.messages",
	Reset: func(m *message) {
		m.from = ""
		m.text.Reset()
		m.at = time.Time{}
	},
}

type room struct {
	in   chan rcpool.Ref[message]
	done sync.WaitGroup
	seen int
}

func newRoom() *room {
	r := &room{in: make(chan rcpool.Ref[message], 8)}
	r.done.Add(1)
	go r.loop()
	return r
}

func (r *room) loop() {
	defer r.done.Done()
	for m := range r.in {
		r.seen += m.Value().text.Len()
		m.Release()
	}
}

func (r *room) say(from, text string, timeout time.Duration) bool {
	m := messages.Get()
	v := m.Value()
	v.from, v.at = from, time.Now()
	v.text.WriteString(text)
	if strings.HasPrefix(text, "/") {
		m.Release()
		return false
	}
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	sent := false
	select {
	case r.in <- m:
		sent = true
	case <-timer.C:
	}
	m.Release()
	return sent
}

func (r *room) close() int {
	close(r.in)
	r.done.Wait()
	return r.seen
}

func main() {
	r := newRoom()
	for i := range 20 {
		r.say("ann", fmt.Sprintf("line %d", i), time.Second)
		r.say("bob", "/quit", time.Second)
	}
	fmt.Println("bytes", r.close())
}
