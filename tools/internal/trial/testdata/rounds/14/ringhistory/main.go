// truth: double-release line 30,54 hard

// Command ringhistory keeps the latest statements of a session for diagnostics.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/rcpool/rcpool"
)

type stmt struct {
	seq  int
	text []byte
}

func (s *stmt) Reset() { s.seq, s.text = 0, s.text[:0] }

var stmts = rcpool.Pool[stmt]{Name: "statements"}

type history struct {
	ring  [4]rcpool.Ref[stmt]
	next  int
	count int
}

func (h *history) add(ref rcpool.Ref[stmt]) {
	rcpool.Drop(&h.ring[h.next])
	h.ring[h.next] = ref
	h.next = (h.next + 1) % len(h.ring)
	h.count = min(h.count+1, len(h.ring))
}

// forget drops the n oldest statements.
func (h *history) forget(n int) {
	for ; n > 0 && h.count > 0; n-- {
		oldest := (h.next - h.count + len(h.ring)) % len(h.ring)
		h.ring[oldest].Release()
		h.count--
	}
}

func (h *history) dump(w io.Writer) {
	for i := h.count; i > 0; i-- {
		s := h.ring[(h.next-i+len(h.ring))%len(h.ring)].Value()
		fmt.Fprintf(w, "%d %s\n", s.seq, s.text)
	}
}

func (h *history) Close() {
	for i := range h.ring {
		rcpool.Drop(&h.ring[i])
	}
	h.count = 0
}

type session struct {
	hist history
	seq  int
}

func (s *session) exec(text string) {
	ref := stmts.Get()
	s.seq++
	ref.Value().seq = s.seq
	ref.Value().text = append(ref.Value().text, text...)
	s.hist.add(ref)
	if text == "COMMIT" {
		s.hist.forget(2)
	}
}

func main() {
	s := &session{}
	for _, q := range []string{"BEGIN", "INSERT", "COMMIT"} {
		s.exec(q)
	}
	s.hist.dump(os.Stdout)
	s.hist.Close()
}
