package clearedthere

import (
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

// The worker clears the field before it answers.
func (s *scanner) scan() int {
	r := windows.Get()
	s.cur = r.Value()
	s.req <- 1
	n := <-s.done
	r.Release()
	return n
}

// A helper waits for the answer.
func (s *scanner) scanAndWait() (n int) {
	r := windows.Get()
	defer r.Release()
	s.cur = r.Value()
	s.req <- 1
	n = s.wait()
	return n
}

// The condition is signaled when the field is clear.
func (s *scanner) scanSignaled() {
	r := windows.Get()
	s.mu.Lock()
	s.cur = r.Value()
	s.req <- 1
	s.cond.Wait()
	s.mu.Unlock()
	<-s.done
	r.Release()
}

// The last one of the waiters clears the field.
func (s *scanner) scanTogether(wg *sync.WaitGroup) {
	r := windows.Get()
	s.cur = r.Value()
	wg.Wait()
	r.Release()
}

type sender struct {
	pending []*gauge
	w       io.Writer
}

// What was put back is cut off, also with an error.
func (s *sender) set(name string, value int) error {
	s.pending = append(s.pending, newGauge(name, value))
	if len(s.pending) < 4 {
		return nil
	}
	return s.flush()
}

func (s *sender) flush() error {
	for i, g := range s.pending {
		_, err := fmt.Fprintf(s.w, "%s:%d", g.name, g.value)
		gauges.Put(g)
		if err != nil {
			s.pending = s.pending[i+1:]
			return err
		}
	}
	s.pending = s.pending[:0]
	return nil
}

type compacter struct {
	pending []*gauge
	w       io.Writer
}

// What was put back leaves nil, which is taken out.
func (c *compacter) set(name string, value int) (err error) {
	g := newGauge(name, value)
	c.pending = append(c.pending, g)
	if len(c.pending) == 4 {
		err = c.flush()
	}
	return err
}

func (c *compacter) flush() error {
	for i, g := range c.pending {
		_, err := fmt.Fprintf(c.w, "%s:%d", g.name, g.value)
		gauges.Put(g)
		c.pending[i] = nil
		if err != nil {
			c.pending = slices.DeleteFunc(c.pending, func(g *gauge) bool { return g == nil })
			return err
		}
	}
	c.pending = c.pending[:0]
	return nil
}

// The functions in the list release both windows.
func runPipeline(w io.Writer) error {
	p, err := newPipeline(w)
	if err != nil {
		return err
	}
	defer p.close()
	p.out.Value().Bytes = append(p.out.Value().Bytes, p.in.Value().Bytes...)
	return nil
}

// Each window is exchanged, and then all are released.
func exchangeAll(all []rcpool.Ref[Window]) (n int) {
	for i := range all {
		all[i].Release()
		all[i] = windows.Get()
	}
	for _, r := range all {
		n += cap(r.Value().Bytes)
		r.Release()
	}
	return n
}

type multi struct{ parts []rcpool.Ref[Window] }

// Drop leaves nothing behind.
func (m *multi) finish(f func(*Window) error) error {
	for i := range m.parts {
		err := f(m.parts[i].Value())
		rcpool.Drop(&m.parts[i])
		if err != nil {
			return err
		}
	}
	return nil
}

func (m *multi) close() {
	for i := range m.parts {
		rcpool.Drop(&m.parts[i])
	}
}

func finishMulti(m *multi, f func(*Window) error) error {
	defer m.close()
	return m.finish(f)
}

type ring struct {
	slots [4]rcpool.Ref[Window]
	n     int
}

// The number says which of the slots are in use.
func (r *ring) flush() {
	for i := range r.slots[:r.n] {
		r.slots[i].Release()
	}
	r.n = 0
}

func (r *ring) fill() {
	for r.n < len(r.slots) {
		r.slots[r.n] = windows.Get()
		r.n++
	}
}

func flushTwice() {
	var r ring
	r.fill()
	r.flush()
	r.flush()
}
