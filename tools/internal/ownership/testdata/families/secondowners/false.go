package secondowners

import (
	"errors"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type topics2 struct{ by map[string]stdpool.ByteRef }

// The packet has given the payload away.
func (t *topics2) store(p *packet) {
	topic := string(p.topic.Value())
	if old, ok := t.by[topic]; ok {
		old.Release()
		delete(t.by, topic)
	}
	if p.payload.Len() > 0 {
		t.by[topic] = p.payload.Move()
	}
}

func (t *topics2) close() {
	for topic, payload := range t.by {
		payload.Release()
		delete(t.by, topic)
	}
}

func useTopics2() {
	t := &topics2{by: map[string]stdpool.ByteRef{}}
	defer t.close()
	for _, payload := range []string{"1", "2"} {
		p := newPacket("a", payload)
		t.store(&p)
		p.close()
	}
}

var errEmpty = errors.New("empty")

// The reader is closed only if the library has not taken the page.
func readGood(l *library, no int) error {
	r := &reader{}
	r.open(no)
	if len(r.page.Value().Text) > 100 {
		r.close()
		return errEmpty
	}
	l.keep(no, r.page)
	return nil
}

// A flag says who has the page.
func readFlagged(l *library, no int, keep bool) {
	r := &reader{}
	r.open(no)
	kept := false
	if keep {
		l.keep(no, r.page)
		kept = true
	}
	if !kept {
		r.close()
	}
}

// The library gets a reference of its own.
func readShared(l *library, no int) {
	r := &reader{}
	defer r.close()
	r.open(no)
	l.keep(no, r.page.Retain())
}

// The field is set to another page before the reader is closed.
func readNext(l *library, no int) {
	r := &reader{}
	defer r.close()
	r.open(no)
	l.keep(no, r.page)
	r.page = get(no + 1)
}

func useLibrary2() error {
	l := newLibrary()
	defer l.close()
	readFlagged(l, 1, true)
	readFlagged(l, 2, false)
	readShared(l, 3)
	readNext(l, 4)
	return readGood(l, 5)
}

type history2 struct{ last []rcpool.Ref[Page] }

// offer reports whether there is room for the page.
func (h *history2) offer(r *reader) bool {
	if len(h.last) == cap(h.last) {
		return false
	}
	h.last = append(h.last, r.page)
	return true
}

func (h *history2) close() {
	for _, page := range h.last {
		page.Release()
	}
	h.last = nil
}

// The page is the reader's if the history did not take it.
func useHistory2() {
	h := &history2{last: make([]rcpool.Ref[Page], 0, 2)}
	defer h.close()
	for no := range 4 {
		r := &reader{}
		r.open(no)
		if !h.offer(r) {
			r.close()
		}
	}
}

// The stack has a reference of its own to each page.
func fillShared(n int) rcpool.Ref[stack] {
	s := stacks.Get()
	v := s.Value()
	for no := range n {
		page := get(no)
		v.pages = append(v.pages, page.Retain())
		page.Release()
	}
	return s
}

func useStack2() int {
	s := fillShared(2)
	defer s.Release()
	return len(s.Value().pages)
}

func (r *reader) take() rcpool.Ref[Page] { return rcpool.Move(&r.page) }

// A method takes the page out of its field.
func keepTaken(l *library, r *reader) {
	l.keep(r.no, r.take())
	r.open(r.no + 1)
}

func useTaken() {
	l := newLibrary()
	defer l.close()
	r := &reader{}
	defer r.close()
	r.open(1)
	keepTaken(l, r)
}

type view2 struct{ pages []rcpool.Ref[Page] }

func (v *view2) close() {
	for _, page := range v.pages {
		page.Release()
	}
	v.pages = nil
}

type builder2 struct{ pages []rcpool.Ref[Page] }

func (b *builder2) add(no int) { b.pages = append(b.pages, get(no)) }

func (b *builder2) abort() {
	for _, page := range b.pages {
		page.Release()
	}
	b.pages = nil
}

// A builder whose view was made has nothing to abort.
func (b *builder2) view() *view2 {
	v := &view2{}
	for _, page := range b.pages {
		v.pages = append(v.pages, page)
	}
	return v
}

func useBuilder2(n int) int {
	b := new(builder2)
	b.add(1)
	if n < 0 {
		b.abort()
		return 0
	}
	v := b.view()
	defer v.close()
	return len(v.pages)
}

type library2 struct{ by map[int]rcpool.Ref[Page] }

func (l *library2) keep(no int) {
	old := l.by[no]
	l.by[no] = get(no)
	rcpool.Drop(&old)
}

func (l *library2) close() {
	for no, page := range l.by {
		page.Release()
		delete(l.by, no)
	}
}

// What is old is deleted from the map, and released when all of it is known.
func (l *library2) expire(before int) {
	var old []rcpool.Ref[Page]
	for no, page := range l.by {
		if page.Value().No < before {
			old = append(old, page)
			delete(l.by, no)
		}
	}
	for _, page := range old {
		page.Release()
	}
}

func useExpire() int {
	l := &library2{by: map[int]rcpool.Ref[Page]{}}
	defer l.close()
	l.keep(1)
	l.expire(2)
	return len(l.by)
}
