package besideresults

import (
	"errors"
	"io"
	"log"
	"net/http"
	"os"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Zone struct {
	Name    string
	Records []string
}

func (z *Zone) Reset() {
	clear(z.Records)
	*z = Zone{Records: z.Records[:0]}
}

var zones = rcpool.Pool[Zone]{Name: "zones"}

var errNoZone = errors.New("no such zone")

type source struct {
	r   io.Reader
	in  chan rcpool.Ref[Zone]
	log *log.Logger
}

func (s *source) get() (rcpool.Ref[Zone], error) {
	z := zones.Get()
	if _, err := s.r.Read(nil); err != nil {
		z.Release()
		return rcpool.Ref[Zone]{}, err
	}
	return z, nil
}

// wait returns what was received, with an error if that is nothing.
func (s *source) wait() (rcpool.Ref[Zone], error) {
	z := <-s.in
	if z.IsZero() {
		return z, errNoZone
	}
	return z, nil
}

// partial returns the zone at the end of the input, too.
func (s *source) partial() (rcpool.Ref[Zone], error) {
	z := zones.Get()
	_, err := s.r.Read(nil)
	if err != nil && !errors.Is(err, io.EOF) {
		z.Release()
		return rcpool.Ref[Zone]{}, err
	}
	return z, err
}

func (s *source) checked(names []string) (rcpool.Ref[Zone], []error) {
	z := zones.Get()
	var errs []error
	for _, name := range names {
		if err := check(name); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		z.Release()
		return rcpool.Ref[Zone]{}, errs
	}
	return z, nil
}

func check(name string) error {
	if name == "" {
		return errNoZone
	}
	return nil
}

func (s *source) counted(p []byte) (rcpool.Ref[Zone], int) {
	z := zones.Get()
	n, _ := s.r.Read(p)
	if n == 0 {
		z.Release()
		return rcpool.Ref[Zone]{}, 0
	}
	return z, n
}

func (s *source) told() (rcpool.Ref[Zone], string) {
	z := zones.Get()
	if _, err := s.r.Read(nil); err != nil {
		z.Release()
		return rcpool.Ref[Zone]{}, err.Error()
	}
	return z, ""
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func exit(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func failed(err error) bool { return err != nil }

func statusOf(err error) int {
	switch {
	case err == nil:
		return http.StatusOK
	case errors.Is(err, os.ErrNotExist):
		return http.StatusNotFound
	}
	return http.StatusInternalServerError
}

type reply struct {
	zone rcpool.Ref[Zone]
	err  error
}

func (r reply) failed() bool { return r.err != nil }

// A body is static text, or memory from a pool.
type body struct {
	text  string
	block stdpool.ByteRef
	owned bool
}

func (b *body) free() {
	if b.owned {
		b.owned = false
		b.block.Release()
	}
}

func send(b body, copies int) int {
	defer b.free()
	return copies * b.block.Len()
}

// A hub calls the functions of all watchers.
type hub struct {
	next     int
	watchers map[int]func()
}

func (h *hub) watch(f func()) (cancel func()) {
	id := h.next
	h.next++
	h.watchers[id] = f
	return func() { delete(h.watchers, id) }
}

func (h *hub) tick() {
	for _, f := range h.watchers {
		f()
	}
}

type watcher struct {
	zone   rcpool.Ref[Zone]
	cancel func()
	seen   []int
}

func newWatcher(h *hub, zone rcpool.Ref[Zone]) *watcher {
	w := &watcher{zone: zone.Retain()}
	z := w.zone.Value()
	w.cancel = h.watch(func() { w.seen = append(w.seen, len(z.Records)) })
	return w
}

func (w *watcher) close() {
	if w.cancel == nil {
		return
	}
	w.cancel()
	w.cancel = nil
	w.zone.Release()
}
