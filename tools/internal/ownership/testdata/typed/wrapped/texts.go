// Package wrapped has a struct around a reference, whose methods are like those
// of the reference: some have the struct as their receiver, and those that
// change it a pointer to it.
package wrapped

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// A page is memory that texts share.
type page struct {
	given  int
	memory []byte `rcpool:"keep"`
}

var pages = rcpool.Pool[page]{Name: "pages", Reset: func(p *page) { p.given = 0 }}

// pageFor leases a page that has room for n bytes.
func pageFor(n int) rcpool.Ref[page] {
	ref := pages.Get()
	if p := ref.Value(); cap(p.memory) < n {
		p.memory = make([]byte, n, 2*n)
	}
	return ref
}

// A Text is an owned reference to a part of a page.
type Text struct {
	ref      rcpool.Ref[page]
	from, to int
}

// New leases n bytes.
func New(n int) Text {
	t := Text{ref: pageFor(n), to: n}
	t.ref.Value().given = n
	return t
}

var errLong = errors.New("text is too long")

// Parse leases the text of a message, unless it is too long.
func Parse(message string) (Text, error) {
	if len(message) > 1<<20 {
		return Text{}, errLong
	}
	t := New(len(message))
	copy(t.Value(), message)
	return t, nil
}

func (t Text) Value() []byte { return t.ref.Value().memory[t.from:t.to:t.to] }

func (t Text) Len() int { return t.to - t.from }

func (t Text) IsZero() bool { return t.ref.IsZero() }

func (t Text) Retain() Text { return Text{t.ref.Retain(), t.from, t.to} }

func (t Text) Slice(i, j int) Text {
	return Text{t.ref.Retain(), t.from + i, t.from + j}
}

func (t Text) Hold(f func([]byte)) func() {
	return t.ref.Hold(func(p *page) { f(p.memory[t.from:t.to:t.to]) })
}

func (t *Text) Release() { t.ref.Release() }

// Append may move the text to another page.
func (t *Text) Append(more ...byte) {
	room, old := t.extend(len(more))
	copy(room, more)
	rcpool.Drop(&old)
}

func (t *Text) Write(more []byte) (int, error) {
	t.Append(more...)
	return len(more), nil
}

func (t *Text) WriteString(more string) (int, error) {
	room, old := t.extend(len(more))
	copy(room, more)
	rcpool.Drop(&old)
	return len(more), nil
}

// Grow makes room, which it may find on another page only.
func (t *Text) Grow(n int) {
	if p := t.ref.Value(); p.given != t.to || t.to+n > cap(p.memory) {
		old := t.move(n)
		old.Release()
	}
}

// extend makes the text longer. The caller owns the reference that the text had
// before, if it had to move.
func (t *Text) extend(n int) (room []byte, old rcpool.Ref[page]) {
	p := t.ref.Value()
	if p.given != t.to || t.to+n > cap(p.memory) {
		old = t.move(n)
		p = t.ref.Value()
	}
	room = p.memory[t.to : t.to+n]
	t.to += n
	p.given = t.to
	return room, old
}

// move copies the text to a page that has room for n more.
func (t *Text) move(n int) (old rcpool.Ref[page]) {
	text := t.Value()
	ref := pageFor(len(text) + n)
	p := ref.Value()
	p.given = copy(p.memory[:cap(p.memory)], text)
	old, t.ref = t.ref, ref
	t.from, t.to = 0, p.given
	return old
}

// Move hands the text on.
func (t *Text) Move() Text {
	moved := *t
	*t = Text{}
	return moved
}

// Drop releases the text, unless it was handed on.
func (t *Text) Drop() {
	if moved := t.Move(); !moved.IsZero() {
		moved.Release()
	}
}

func check(p []byte) error {
	if len(p) > 80 {
		return errLong
	}
	return nil
}

// consume gives up the text.
func consume(t Text) int {
	defer t.Release()
	return len(t.Value())
}

// A letter owns its texts.
type letter struct {
	subject Text
	body    Text
}

func (l *letter) close() {
	l.subject.Release()
	l.body.Release()
}

// A shelf has room for some texts.
type shelf struct {
	room int
	held []Text
}

// hold takes the text, if there is room for it.
func (s *shelf) hold(t Text) bool {
	if len(s.held) == s.room {
		return false
	}
	s.held = append(s.held, t)
	return true
}

// holdLetter takes the letter, if there is room for it.
func (s *shelf) holdLetter(l letter) bool {
	if len(s.held)+2 > s.room {
		return false
	}
	s.held = append(s.held, l.subject, l.body)
	return true
}

// letterOf is a letter without a subject.
func letterOf(t Text) letter { return letter{body: t} }
