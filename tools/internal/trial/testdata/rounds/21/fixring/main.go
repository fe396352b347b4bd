// truth: double-release line 51,72 hard
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

// Msg is a message of an order entry session, kept until it is acknowledged.
type Msg struct {
	Seq  uint32
	Type byte
	Body []byte
}

func (m *Msg) Reset() { *m = Msg{Body: m.Body[:0]} }

var msgs = rcpool.Pool[Msg]{Name: "fix.msgs"}

var errWindow = errors.New("window full")

// window is a ring of what was sent and not acknowledged yet.
type window struct {
	slots [8]rcpool.Ref[Msg]
	first uint32 // the oldest one that is not acknowledged
	next  uint32
}

func (w *window) slot(seq uint32) *rcpool.Ref[Msg] { return &w.slots[seq%uint32(len(w.slots))] }

func (w *window) push(typ byte, body string) (uint32, error) {
	if w.next-w.first == uint32(len(w.slots)) {
		return 0, errWindow
	}
	ref := msgs.Get()
	m := ref.Value()
	m.Seq, m.Type = w.next, typ
	m.Body = append(m.Body, body...)
	*w.slot(w.next) = ref
	w.next++
	return m.Seq, nil
}

// ack gives up everything up to and including seq.
func (w *window) ack(seq uint32) (bytes int) {
	for w.first <= seq && w.first < w.next {
		ref := *w.slot(w.first)
		bytes += len(ref.Value().Body)
		ref.Release()
		w.first++
	}
	return bytes
}

// resend returns the bodies from seq on, with references for the caller.
func (w *window) resend(seq uint32) (out []rcpool.Ref[Msg]) {
	for s := max(seq, w.first); s < w.next; s++ {
		out = append(out, w.slot(s).Retain())
	}
	return out
}

// logout gives up what is left.
func (w *window) logout() (lost int) {
	for i := range w.slots {
		if w.slots[i].IsZero() {
			continue
		}
		lost++
		rcpool.Drop(&w.slots[i])
	}
	w.first = w.next
	return lost
}

func main() {
	var w window
	for i := range 10 {
		if _, err := w.push('D', fmt.Sprintf("NewOrder %d", i)); err != nil {
			fmt.Println(i, err)
		}
	}
	fmt.Println("acked", w.ack(4))
	for _, m := range w.resend(6) {
		fmt.Println("resend", m.Value().Seq, string(m.Value().Body))
		m.Release()
	}
	seq, err := w.push('F', "Cancel 3")
	fmt.Println(seq, err)
	fmt.Println("lost", w.logout())
}
