package clearedthere

import (
	"fmt"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

// The window is released before the worker answers.
func (s *scanner) scanEarly() int {
	r := windows.Get()
	s.cur = r.Value() // want "escape: "
	s.req <- 1
	r.Release()
	return <-s.done
}

// Nobody clears the other field.
func (s *scanner) scanAndKeep() (n int) {
	r := windows.Get()
	s.last = r.Value().Bytes // missed "escape: "
	s.req <- 1
	n = s.wait()
	r.Release()
	return n
}

// The window is used after its release.
func (s *scanner) scanStale() int {
	r := windows.Get()
	w := r.Value()
	s.mu.Lock()
	s.cur = w
	s.cond.Wait()
	s.mu.Unlock()
	r.Release()
	return len(w.Bytes) // want "use-after-release: "
}

// The window is never released.
func (s *scanner) scanTogetherOnly(wg *sync.WaitGroup) {
	r := windows.Get() // want "leak: "
	s.cur = r.Value()
	wg.Wait()
}

type lateSender struct {
	pending []*gauge
	w       io.Writer
}

// The gauge is used after it was put back.
func (s *lateSender) set(name string, value int) (int, error) {
	g := newGauge(name, value)
	s.pending = append(s.pending, g)
	err := s.flush()
	return g.value, err // want "use-after-release: "
}

func (s *lateSender) flush() (err error) {
	for _, g := range s.pending {
		if err == nil {
			_, err = fmt.Fprintf(s.w, "%s:%d", g.name, g.value)
		}
		gauges.Put(g)
	}
	s.pending = s.pending[:0]
	return err
}

type twiceSender struct {
	pending []*gauge
	w       io.Writer
}

// The gauge is put back again.
func (s *twiceSender) set(name string, value int) (err error) {
	g := newGauge(name, value)
	s.pending = append(s.pending, g)
	err = s.flush()
	gauges.Put(g) // want "double-release: "
	return err
}

func (s *twiceSender) flush() (err error) {
	for _, g := range s.pending {
		if err == nil {
			_, err = fmt.Fprintf(s.w, "%s:%d", g.name, g.value)
		}
		gauges.Put(g)
	}
	s.pending = s.pending[:0]
	return err
}

// Nobody closes the pipeline.
func runPipelineOnly(w io.Writer) error {
	p, err := newPipeline(w) // missed "leak: "
	if err != nil {
		return err
	}
	p.out.Value().Bytes = append(p.out.Value().Bytes, p.in.Value().Bytes...)
	return nil
}

// Each window is exchanged, and the first is used after all were released.
func exchangeAllLate(all []rcpool.Ref[Window]) (n int) {
	for i := range all {
		all[i].Release()
		all[i] = windows.Get()
	}
	for _, r := range all {
		r.Release()
		n += cap(r.Value().Bytes) // want "use-after-release: "
	}
	return n
}

type multiTwice struct{ parts []rcpool.Ref[Window] }

// Release leaves the references where they are.
func (m *multiTwice) finish(f func(*Window) error) error {
	for i := range m.parts {
		err := f(m.parts[i].Value())
		m.parts[i].Release()
		if err != nil {
			return err
		}
	}
	m.parts = nil
	return nil
}

func (m *multiTwice) close() {
	for i := range m.parts {
		rcpool.Drop(&m.parts[i]) // want "double-release: "
	}
}

func finishMultiTwice(m *multiTwice, f func(*Window) error) error {
	defer m.close()
	return m.finish(f)
}

type ringTwice struct {
	slots [4]rcpool.Ref[Window]
	n     int
}

// The number is not set back, and all slots are released each time.
func (r *ringTwice) flush() {
	for i := range r.slots {
		r.slots[i].Release() // want "double-release: "
	}
}

func (r *ringTwice) fill() {
	for r.n < len(r.slots) {
		r.slots[r.n] = windows.Get()
		r.n++
	}
}

func flushAllTwice() {
	var r ringTwice
	r.fill()
	r.flush()
	r.flush()
}
