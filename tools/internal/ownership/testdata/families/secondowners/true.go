package secondowners

import (
	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type topics1 struct{ by map[string]stdpool.ByteRef }

// The packet still has the payload, and is closed by the caller.
func (t *topics1) store(p *packet) {
	topic := string(p.topic.Value())
	if old, ok := t.by[topic]; ok {
		old.Release()
		delete(t.by, topic)
	}
	if p.payload.Len() > 0 {
		t.by[topic] = p.payload // want "double-release: "
	}
}

func (t *topics1) close() {
	for topic, payload := range t.by {
		payload.Release()
		delete(t.by, topic)
	}
}

func useTopics1() {
	t := &topics1{by: map[string]stdpool.ByteRef{}}
	defer t.close()
	for _, payload := range []string{"1", "2"} {
		p := newPacket("a", payload)
		t.store(&p)
		p.close()
	}
}

// The reader is closed when the function returns.
func readOne(l *library, no int) {
	r := &reader{}
	defer r.close()
	r.open(no)
	l.keep(no, r.page) // want "double-release: "
}

// It is released as it would be if there were no library.
func readAnother(l *library, no int) int {
	r := &reader{}
	r.open(no)
	defer func() { rcpool.Drop(&r.page) }()
	n := len(r.page.Value().Text)
	l.keep(no, r.page) // want "double-release: "
	return n
}

func useLibrary1() {
	l := newLibrary()
	defer l.close()
	readOne(l, 1)
	readAnother(l, 2)
}

type history1 struct{ last []rcpool.Ref[Page] }

// The next page is opened, and the one before is given up.
func (h *history1) visit(r *reader, no int) {
	h.last = append(h.last, r.page) // want "double-release: "
	r.open(no)
}

func (h *history1) close() {
	for _, page := range h.last {
		page.Release()
	}
	h.last = nil
}

func useHistory1() {
	h := new(history1)
	defer h.close()
	r := &reader{}
	defer r.close()
	r.open(1)
	h.visit(r, 2)
}

type entry struct {
	page rcpool.Ref[Page]
	hits int
}

type index1 struct{ by map[int]entry }

func (x *index1) store(no int, e entry) {
	old := x.by[no]
	x.by[no] = e
	rcpool.Drop(&old.page)
}

func (x *index1) close() {
	for no, e := range x.by {
		e.page.Release()
		delete(x.by, no)
	}
}

// A struct takes the page to the index.
func useIndex1() {
	x := &index1{by: map[int]entry{}}
	defer x.close()
	r := &reader{}
	defer r.close()
	r.open(1)
	x.store(1, entry{r.page, 1}) // missed "double-release: "
}

type shelf1 struct{ pages []rcpool.Ref[Page] }

func (s *shelf1) fill(n int) {
	for no := range n {
		s.pages = append(s.pages, get(no))
	}
}

func (s *shelf1) close() {
	for _, page := range s.pages {
		page.Release()
	}
	s.pages = nil
}

// What is kept of a shelf is released with all that is on it.
func (l *library) keepEven(s *shelf1) {
	defer s.close()
	for no, page := range s.pages {
		if no%2 == 0 {
			l.keep(no, page) // want "double-release: "
		}
	}
}

func useShelf1() {
	l := newLibrary()
	defer l.close()
	s := new(shelf1)
	s.fill(4)
	l.keepEven(s)
}

// What is appended to a list in a pooled struct is released by its Reset.
func fillStack(n int) rcpool.Ref[stack] {
	s := stacks.Get()
	v := s.Value()
	for no := range n {
		page := get(no)
		v.pages = append(v.pages, page)
		page.Release() // want "double-release: "
	}
	return s
}

func useStack1() int {
	s := fillStack(2)
	defer s.Release()
	return len(s.Value().pages)
}

func (r *reader) current() rcpool.Ref[Page] { return r.page }

// A method returns the page, and leaves it in its field.
func keepCurrent(l *library, r *reader) {
	l.keep(r.no, r.current()) // want "double-release: "
	r.open(r.no + 1)
}

func useCurrent() {
	l := newLibrary()
	defer l.close()
	r := &reader{}
	defer r.close()
	r.open(1)
	keepCurrent(l, r)
}

type view1 struct{ pages []rcpool.Ref[Page] }

func (v *view1) close() {
	for _, page := range v.pages {
		page.Release()
	}
	v.pages = nil
}

// The view has the references of the ring.
func (r *ring) view1(no int) *view1 {
	v := &view1{}
	for i := range r.slots {
		page := r.slots[(r.next+i)%len(r.slots)]
		if page.IsZero() || page.Value().No < no {
			continue
		}
		v.pages = append(v.pages, page) // want "double-release: "
	}
	return v
}

func useView1() int {
	r := newRing(4)
	r.push(get(1))
	v := r.view1(0)
	defer v.close()
	r.push(get(2))
	r.close()
	return len(v.pages)
}

// A list of the function has them.
func (t *tail) since1(from int, f func(*Page)) {
	var some []rcpool.Ref[Page]
	for ; from < t.next; from++ {
		some = append(some, t.slots[from%len(t.slots)])
	}
	for _, page := range some {
		f(page.Value())
		page.Release() // want "double-release: "
	}
}

func useSince1() {
	t := newTail(4)
	defer t.close()
	for no := range 6 {
		t.push(get(no))
	}
	t.since1(3, func(p *Page) { t.push(get(p.No + 10)) })
}

// The last page of a reader goes to the library, and is given up when the next one is opened.
func readAll(l *library, r *reader, n int) {
	for no := range n {
		l.keep(r.no, r.page) // want "double-release: "
		r.open(no)
	}
}

func useReadAll() {
	l := newLibrary()
	defer l.close()
	r := &reader{}
	r.open(9)
	defer r.close()
	readAll(l, r, 3)
}
