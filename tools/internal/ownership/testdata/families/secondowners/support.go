// Package secondowners has structs that take over what others have.
package secondowners

import (
	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Page struct {
	No   int
	Text []byte
}

func (p *Page) Reset() { p.No, p.Text = 0, p.Text[:0] }

var pages = rcpool.Pool[Page]{Name: "pages"}

func get(no int) rcpool.Ref[Page] {
	page := pages.Get()
	page.Value().No = no
	return page
}

// A packet has two windows into a block.
type packet struct {
	topic   stdpool.ByteRef
	payload stdpool.ByteRef
}

func newPacket(topic, payload string) packet {
	block := stdpool.Bytes(0)
	defer func() { block.Release() }()
	block.WriteString(topic + payload)
	return packet{block.Slice(0, len(topic)), block.Slice(len(topic), len(topic)+len(payload))}
}

func (p *packet) close() {
	p.topic.Drop()
	p.payload.Drop()
}

// A library has the pages that were borrowed last.
type library struct{ by map[int]rcpool.Ref[Page] }

func newLibrary() *library { return &library{by: map[int]rcpool.Ref[Page]{}} }

// keep takes the page over.
func (l *library) keep(no int, page rcpool.Ref[Page]) {
	if old, ok := l.by[no]; ok {
		old.Release()
	}
	l.by[no] = page
}

func (l *library) close() {
	for no, page := range l.by {
		page.Release()
		delete(l.by, no)
	}
}

// A reader stands on a page.
type reader struct {
	page rcpool.Ref[Page]
	no   int
}

func (r *reader) open(no int) {
	rcpool.Drop(&r.page)
	r.page, r.no = get(no), no
}

func (r *reader) close() { rcpool.Drop(&r.page) }

// A stack has pages of its own.
type stack struct{ pages []rcpool.Ref[Page] }

func (s *stack) Reset() {
	for i := range s.pages {
		rcpool.Drop(&s.pages[i])
	}
	s.pages = s.pages[:0]
}

var stacks = rcpool.Pool[stack]{Name: "stacks"}

// A ring has the latest pages.
type ring struct {
	slots []rcpool.Ref[Page]
	next  int
}

func newRing(n int) *ring { return &ring{slots: make([]rcpool.Ref[Page], n)} }

func (r *ring) push(page rcpool.Ref[Page]) {
	slot := &r.slots[r.next%len(r.slots)]
	rcpool.Drop(slot)
	*slot = page
	r.next++
}

func (r *ring) close() {
	for i := range r.slots {
		rcpool.Drop(&r.slots[i])
	}
	r.next = 0
}

// A tail has the latest pages, too.
type tail struct {
	slots []rcpool.Ref[Page]
	next  int
}

func newTail(n int) *tail { return &tail{slots: make([]rcpool.Ref[Page], n)} }

func (t *tail) push(page rcpool.Ref[Page]) {
	slot := &t.slots[t.next%len(t.slots)]
	rcpool.Drop(slot)
	*slot = page
	t.next++
}

func (t *tail) close() {
	for i := range t.slots {
		rcpool.Drop(&t.slots[i])
	}
	t.next = 0
}
