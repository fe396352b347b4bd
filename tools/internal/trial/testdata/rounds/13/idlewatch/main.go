// truth: correct
package main

import (
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type mailbox struct {
	name  string
	msgs  []string
	flags map[string]bool
}

func (m *mailbox) Reset() {
	m.name = ""
	clear(m.msgs)
	m.msgs = m.msgs[:0]
	clear(m.flags)
}

var mailboxes = rcpool.Pool[mailbox]{
	Name: "imap.mailboxes",
	New:  func() *mailbox { return &mailbox{flags: map[string]bool{}} },
}

// A hub calls the watchers of all idling connections.
type hub struct {
	mu       sync.Mutex
	next     int
	watchers map[int]func()
}

func (h *hub) watch(f func()) (cancel func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	id := h.next
	h.next++
	h.watchers[id] = f
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.watchers, id)
	}
}

func (h *hub) tick() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, f := range h.watchers {
		f()
	}
}

type idler struct {
	box    rcpool.Ref[mailbox]
	cancel func()
	seen   []int
}

// idle watches the box until done is called.
func idle(h *hub, box *rcpool.Ref[mailbox]) *idler {
	c := &idler{box: box.Retain()}
	v := c.box.Value()
	c.cancel = h.watch(func() { c.seen = append(c.seen, len(v.msgs)) })
	return c
}

func (c *idler) done() {
	if c.cancel == nil {
		return
	}
	c.cancel()
	c.cancel = nil
	c.box.Release()
}

func open(name string, flags ...string) rcpool.Ref[mailbox] {
	box := mailboxes.Get()
	box.Value().name = name
	for _, f := range flags {
		box.Value().flags[f] = true
	}
	return box
}

func main() {
	h := &hub{watchers: map[int]func(){}}
	inbox := open("INBOX", "\\Seen", "\\Recent")
	a, b := idle(h, &inbox), idle(h, &inbox)
	defer b.done()
	inbox.Value().msgs = append(inbox.Value().msgs, "one")
	h.tick()
	a.done()
	a.done()
	inbox.Value().msgs = append(inbox.Value().msgs, "two")
	inbox.Release()
	h.tick()
	names := make([]string, 0, 2)
	for f := range b.box.Value().flags {
		names = append(names, f)
	}
	sort.Strings(names)
	fmt.Println(a.seen, b.seen, names)
}
