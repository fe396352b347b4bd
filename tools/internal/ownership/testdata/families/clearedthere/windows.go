package clearedthere

import (
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

type Window struct{ Bytes []byte }

func (w *Window) Reset() { w.Bytes = w.Bytes[:0] }

var windows = rcpool.Pool[Window]{Name: "windows"}

// A scanner shows its worker the window that is scanned.
type scanner struct {
	mu   sync.Mutex
	cond *sync.Cond
	cur  *Window
	req  chan int
	done chan int
	last []byte
}

func (s *scanner) work() {
	for range s.req {
		s.mu.Lock()
		n := len(s.cur.Bytes)
		s.cur = nil
		s.cond.Broadcast()
		s.mu.Unlock()
		s.done <- n
	}
}

func (s *scanner) wait() int { return <-s.done }

type gauge struct {
	name  string
	value int
}

var gauges = sync.Pool{New: func() any { return new(gauge) }}

func newGauge(name string, value int) *gauge {
	g := gauges.Get().(*gauge)
	g.name, g.value = name, value
	return g
}

// A pipeline releases what it has by the functions in a list.
type pipeline struct {
	in, out rcpool.Ref[Window]
	stop    []func()
}

func newPipeline(w io.Writer) (_ *pipeline, err error) {
	p := &pipeline{}
	defer func() {
		if err != nil {
			p.close()
		}
	}()
	p.in = windows.Get()
	p.stop = append(p.stop, p.in.Release)
	if _, err = w.Write(nil); err != nil {
		return nil, err
	}
	p.out = windows.Get()
	p.stop = append(p.stop, p.out.Release)
	return p, nil
}

func (p *pipeline) close() {
	for _, f := range p.stop {
		f()
	}
	p.stop = nil
}
