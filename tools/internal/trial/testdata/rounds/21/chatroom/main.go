// truth: escape line 67 plain
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type Message struct {
	Room string
	From string
	Text []byte
}

func (m *Message) Reset() { *m = Message{Text: m.Text[:0]} }

var messages = rcpool.Pool[Message]{Name: "messages"}

type member struct {
	name    string
	slow    bool
	inbox   []string
	offline atomic.Int64
	mu      sync.Mutex
}

func (m *member) deliver(text []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.inbox = append(m.inbox, string(text))
}

// push notifies a phone, which takes a while.
func (m *member) push(wg *sync.WaitGroup, msg *Message) {
	defer wg.Done()
	time.Sleep(5 * time.Millisecond)
	m.offline.Add(int64(len(msg.Text)))
}

type room struct {
	name    string
	members []*member
	pushes  sync.WaitGroup
}

func (r *room) say(from, text string) error {
	ref := messages.Get()
	defer ref.Release()
	msg := ref.Value()
	msg.Room, msg.From = r.name, from
	msg.Text = append(msg.Text, from...)
	msg.Text = append(msg.Text, ": "...)
	msg.Text = append(msg.Text, text...)
	if len(msg.Text) > 200 {
		return fmt.Errorf("%s: message of %d bytes", from, len(msg.Text))
	}
	for _, m := range r.members {
		if m.name == from {
			continue
		}
		if m.slow {
			r.pushes.Add(1)
			go m.push(&r.pushes, msg)
			continue
		}
		m.deliver(msg.Text)
	}
	return nil
}

func main() {
	r := &room{name: "ops", members: []*member{{name: "ann"}, {name: "bob"}, {name: "cy", slow: true}}}
	for _, text := range []string{"deploy at 5", "rollback", "ok"} {
		if err := r.say("ann", text); err != nil {
			fmt.Println(err)
		}
	}
	r.pushes.Wait()
	for _, m := range r.members {
		fmt.Println(m.name, m.inbox, m.offline.Load())
	}
}
