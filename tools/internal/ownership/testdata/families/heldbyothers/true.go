package heldbyothers

import (
	"io"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

// The caller owns what the window shows.
func peek(w *window) int {
	last, err := w.last() // want "leak: "
	if err != nil {
		return 0
	}
	return last.Len()
}

// This builder is in no map.
func lineAlone(in *ingest, v int64) int {
	b := in.detached() // want "leak: "
	b.Append(v)
	return b.Len()
}

// What is in the field is released.
func (u *upload) beginStale(size int) {
	d := stdpool.Bytes(size)
	u.data = d // want "escape: "
	d.Release()
}

// Nothing is asked of the error.
func ask() {
	s := &store{now: func() int64 { return 1 }, expires: 1, current: sessions.Get()}
	defer s.current.Release()
	ref, _ := s.acquire() // want "leak: "
	_ = ref.Value().user
}

// The first reference stays.
func publishOnly(h *history, all *sync.WaitGroup) {
	all.Go(func() {
		e := newEvent("login") // missed "leak: "
		h.record(e)
	})
}

// Nobody closes it.
func writeOnce(out io.Writer, text string) error {
	a := open(out)
	_, err := io.WriteString(a.gz.Value(), text)
	a.gz.Release() // want "unclosed: "
	return err
}
