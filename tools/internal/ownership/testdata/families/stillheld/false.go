package stillheld

import "github.com/rcpool/rcpool"

// The session is not in the map any more.
func (h *hub) write(id int, text string) {
	if s, ok := h.sessions[id]; ok {
		s.out.WriteString(text)
	}
}

func closeThenWrite(h *hub) {
	h.open(1)
	h.close(1)
	h.write(1, "late")
	h.open(2)
	h.write(2, "in time")
}

// The list is empty after clear, and another receiver has a list of its own.
func (e *editor) text() (text string) {
	for _, edit := range e.undo {
		text += edit.Value().Text
	}
	return text
}

func clearThenText() string {
	var e editor
	e.do("a")
	e.clear()
	return e.text()
}

func dropEach(all []*editor) {
	for _, e := range all {
		e.text()
		e.drop()
	}
}

func dropAndReplace() {
	e := &editor{}
	for range 3 {
		e.do("a")
		e.text()
		e.drop()
		e = &editor{}
	}
}

// A flag says that the edits were released.
func (e *editor) closeAgain() {
	if e.closed {
		return
	}
	for _, edit := range e.undo {
		edit.Release()
	}
}

func closeTwice(e *editor) {
	e.close()
	e.close()
	e.closeAgain()
}

// The last edit is another one after back.
func (e *editor) top() string { return e.undo[len(e.undo)-1].Value().Text }

func backTwice(e *editor) string {
	e.back()
	text := e.top()
	e.back()
	return text
}

// Both maps forget the user.
func (d *directory) length(name string) int {
	if user, ok := d.byName[name]; ok {
		return len(user.Value().Name)
	}
	return 0
}

func removeBothThenLength(d *directory) int {
	d.add(1, "ann")
	d.removeBoth(1)
	return d.length("ann")
}

// A ring keeps what it has released until it is overwritten, and counts what is there.
type ring struct {
	edits      [8]rcpool.Ref[Edit]
	head, tail int
}

func (r *ring) put(edit rcpool.Ref[Edit]) {
	r.edits[r.tail%len(r.edits)] = edit
	r.tail++
}

func (r *ring) drop() {
	r.edits[r.head%len(r.edits)].Release()
	r.head++
}

// The head is another one after drop.
func (r *ring) first() string { return r.edits[r.head%len(r.edits)].Value().Text }

func dropThenFirst(r *ring) string {
	r.put(edits.Get())
	r.put(edits.Get())
	r.drop()
	text := r.first()
	r.drop()
	return text
}

// A current edit is set anew after each flush.
type writer struct {
	current rcpool.Ref[Edit]
	all     []rcpool.Ref[Edit]
}

func (w *writer) begin() {
	w.current = edits.Get()
	w.all = append(w.all, w.current)
}

func (w *writer) flush() {
	for _, edit := range w.all {
		edit.Release()
	}
	w.all = w.all[:0]
}

func (w *writer) write(text string) { w.current.Value().Text += text }

func writeAndFlush(w *writer) {
	for range 3 {
		w.begin()
		w.write("a")
		w.flush()
	}
}

// A global variable is the current session and the first one.
type sessions struct{ current, first *session }

var none session

func (s *sessions) reset() { s.current, s.first = &none, &none }

func (s *sessions) set(id int) {
	var first *session
	if id > 0 {
		first = &session{id: id}
	}
	s.current, s.first = first, first
}

func (s *sessions) close() { buffers.Put(s.current.out) }

func resetAndClose(s *sessions) {
	s.reset()
	s.set(1)
	s.close()
}

// The flag is asked for by another method.
func (e *editor) isOpen() bool { return !e.closed }

func (e *editor) textIfOpen() (text string) {
	if !e.isOpen() {
		return ""
	}
	for _, edit := range e.undo {
		text += edit.Value().Text
	}
	return text
}

func closeThenText(e *editor) string {
	e.do("a")
	e.close()
	return e.textIfOpen()
}
