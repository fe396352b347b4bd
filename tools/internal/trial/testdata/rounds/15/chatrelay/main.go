// truth: escape line 60 callee
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type chat struct {
	from, room string
	text       []byte
}

func (c *chat) Reset() { *c = chat{text: c.text[:0]} }

var chats = rcpool.Pool[chat]{Name: "chats"}

type relay struct {
	wg     sync.WaitGroup
	mu     sync.Mutex
	lines  map[string][]string
	banned []string
}

func (r *relay) store(c *chat) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines[c.room] = append(r.lines[c.room], c.from+": "+string(c.text))
}

func (r *relay) allowed(c *chat) bool {
	for _, b := range r.banned {
		if strings.Contains(string(c.text), b) {
			return false
		}
	}
	return true
}

func (r *relay) later(c *chat, f func(*chat)) {
	r.wg.Add(1)
	go func() {
		defer r.wg.Done()
		f(c)
	}()
}

func (r *relay) receive(from, room, text string) error {
	ref := chats.Get()
	defer ref.Release()
	c := ref.Value()
	c.from, c.room = from, room
	c.text = append(c.text, text...)
	if !r.allowed(c) {
		return fmt.Errorf("message of %s rejected", from)
	}
	r.later(c, r.store)
	return nil
}

func main() {
	r := &relay{lines: map[string][]string{}, banned: []string{"spam"}}
	for i := range 5 {
		if err := r.receive(fmt.Sprint("u", i), "lobby", fmt.Sprint("hello ", i)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(r.receive("x", "lobby", "spam spam"))
	r.wg.Wait()
	fmt.Println(len(r.lines["lobby"]))
}
