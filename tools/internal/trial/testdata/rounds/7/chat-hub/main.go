// truth: correct

// Command chat-hub delivers messages to subscribers that read at different
// speeds. A subscriber with a full mailbox loses its oldest message.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type message struct {
	room string
	text []byte
}

func (m *message) Reset() {
	m.room = ""
	m.text = m.text[:0]
}

var messages = rcpool.Pool[message]{Name: "chat messages"}

type mailbox chan rcpool.Ref[message]

// offer takes m over. If the mailbox is full, the oldest message makes room.
func (b mailbox) offer(m rcpool.Ref[message]) (dropped int) {
	for {
		select {
		case b <- m:
			return dropped
		default:
		}
		select {
		case old := <-b:
			old.Release()
			dropped++
		default:
		}
	}
}

type hub struct {
	mu      sync.RWMutex
	members map[string]mailbox
	dropped atomic.Int64
}

func (h *hub) join(name string, size int) mailbox {
	box := make(mailbox, size)
	h.mu.Lock()
	h.members[name] = box
	h.mu.Unlock()
	return box
}

func (h *hub) say(room, text string) {
	m := messages.Get()
	defer m.Release()
	m.Value().room = room
	m.Value().text = append(m.Value().text, text...)
	h.mu.RLock()
	defer h.mu.RUnlock()
	for _, box := range h.members {
		h.dropped.Add(int64(box.offer(m.Retain())))
	}
}

func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for name, box := range h.members {
		close(box)
		delete(h.members, name)
	}
}

func main() {
	h := &hub{members: map[string]mailbox{}}
	var wg sync.WaitGroup
	var read atomic.Int64
	for i := range 4 {
		box := h.join(fmt.Sprint("user", i), 1+i*4)
		wg.Go(func() {
			for m := range box {
				read.Add(1)
				_ = len(m.Value().text)
				m.Release()
			}
		})
	}
	var writers sync.WaitGroup
	for w := range 3 {
		writers.Go(func() {
			for i := range 50 {
				h.say("lobby", fmt.Sprintf("%d says %d", w, i))
			}
		})
	}
	writers.Wait()
	h.close()
	wg.Wait()
	fmt.Println("delivered and dropped:", read.Load()+h.dropped.Load())
}
