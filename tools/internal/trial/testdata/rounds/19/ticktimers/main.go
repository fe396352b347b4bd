// truth: escape line 70 hard
package main

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
)

var payloads = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type timer struct {
	at   int
	fire func()
}

// A wheel runs functions at ticks, in the goroutine of the game loop.
type wheel struct {
	now   int
	slots [8][]timer
}

func (w *wheel) after(ticks int, f func()) {
	at := w.now + ticks
	w.slots[at%len(w.slots)] = append(w.slots[at%len(w.slots)], timer{at, f})
}

func (w *wheel) tick() {
	w.now++
	slot := &w.slots[w.now%len(w.slots)]
	var later []timer
	for _, t := range *slot {
		if t.at > w.now {
			later = append(later, t)
			continue
		}
		t.fire()
	}
	*slot = later
}

type match struct {
	wheel  wheel
	sent   []string
	muted  map[string]bool
	repeat int
}

func (m *match) send(to string, payload []byte) {
	m.sent = append(m.sent, to+"<"+string(payload))
}

// announce tells all players something, and reminds those who are far away.
func (m *match) announce(near, far []string, event string, args ...any) {
	buf := payloads.Get().(*bytes.Buffer)
	defer payloads.Put(buf)
	buf.Reset()
	fmt.Fprintf(buf, "[%d] ", m.wheel.now)
	fmt.Fprintf(buf, event, args...)
	for _, p := range near {
		if !m.muted[p] {
			m.send(p, buf.Bytes())
		}
	}
	if len(far) == 0 {
		return
	}
	for i := range m.repeat {
		m.wheel.after(1+2*i, func() {
			for _, p := range far {
				m.send(p, buf.Bytes())
			}
		})
	}
}

func main() {
	m := &match{muted: map[string]bool{"bob": true}, repeat: 2}
	m.announce([]string{"ann", "bob"}, nil, "round %d", 1)
	m.announce([]string{"ann"}, []string{"cat", "dan"}, "%s opens the gate", "ann")
	m.wheel.tick()
	m.announce([]string{"cat"}, nil, "the gate is open")
	for range 4 {
		m.wheel.tick()
	}
	fmt.Println(strings.Join(m.sent, "\n"))
}
