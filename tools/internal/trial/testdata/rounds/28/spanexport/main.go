// truth: correct

// Command spanexport collects trace spans and exports them in batches, by size
// and by time. Spans of traces that are not sampled are dropped at their end.
package main

import (
	"errors"
	"fmt"
	"hash/maphash"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Attr struct{ Key, Value string }

type span struct {
	Trace, Name string
	Start, End  time.Time
	Attrs       []Attr
	Err         error
}

func (s *span) Reset() {
	clear(s.Attrs)
	*s = span{Attrs: s.Attrs[:0]}
}

// A Span is a value handle. End must be called exactly once.
type Span struct {
	ref rcpool.Ref[span]
	to  *Processor
}

func (s Span) Set(key, value string) Span {
	v := s.ref.Value()
	v.Attrs = append(v.Attrs, Attr{key, value})
	return s
}

func (s Span) End(err error) {
	v := s.ref.Value()
	v.End, v.Err = time.Now(), err
	s.to.ended(s.ref)
}

type Exporter interface {
	// Export borrows the spans.
	Export(batch []rcpool.Ref[span]) error
}

type Processor struct {
	spans    rcpool.Pool[span]
	exporter Exporter
	seed     maphash.Seed
	oneIn    uint64
	max      int

	mu      sync.Mutex
	batch   []rcpool.Ref[span]
	spare   []rcpool.Ref[span]
	failed  int
	stop    chan struct{}
	stopped sync.WaitGroup
}

func NewProcessor(e Exporter, oneIn uint64, max int, every time.Duration) *Processor {
	p := &Processor{exporter: e, oneIn: oneIn, max: max, seed: maphash.MakeSeed(), stop: make(chan struct{})}
	p.stopped.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				p.Flush()
			case <-p.stop:
				p.Flush()
				return
			}
		}
	})
	return p
}

func (p *Processor) Start(trace, name string) Span {
	ref := p.spans.Get()
	s := ref.Value()
	s.Trace, s.Name, s.Start = trace, name, time.Now()
	return Span{ref, p}
}

// ended takes s over.
func (p *Processor) ended(s rcpool.Ref[span]) {
	v := s.Value()
	sampled := v.Err != nil || maphash.String(p.seed, v.Trace)%p.oneIn == 0
	if !sampled {
		s.Release()
		return
	}
	p.mu.Lock()
	p.batch = append(p.batch, s)
	full := len(p.batch) >= p.max
	p.mu.Unlock()
	if full {
		p.Flush()
	}
}

func (p *Processor) Flush() {
	p.mu.Lock()
	batch := p.batch
	p.batch, p.spare = p.spare, nil
	p.mu.Unlock()
	if len(batch) > 0 {
		err := p.exporter.Export(batch)
		for i := range batch {
			rcpool.Drop(&batch[i])
		}
		if err != nil {
			p.mu.Lock()
			p.failed += len(batch)
			p.mu.Unlock()
		}
	}
	p.mu.Lock()
	if p.spare == nil {
		p.spare = batch[:0]
	}
	p.mu.Unlock()
}

func (p *Processor) Shutdown() {
	close(p.stop)
	p.stopped.Wait()
}

type counting struct {
	mu           sync.Mutex
	spans, calls int
}

func (c *counting) Export(batch []rcpool.Ref[span]) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.calls++; c.calls == 3 {
		return errors.New("collector is away")
	}
	for _, s := range batch {
		c.spans += len(s.Value().Attrs)
	}
	return nil
}

func main() {
	c := &counting{}
	p := NewProcessor(c, 2, 8, 5*time.Millisecond)
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range 30 {
				var err error
				if i%10 == 0 {
					err = errors.New("timeout")
				}
				p.Start(fmt.Sprintf("t%d/%d", w, i), "GET /").Set("n", "1").End(err)
			}
		})
	}
	wg.Wait()
	p.Shutdown()
	fmt.Println(c.spans > 0, c.calls > 0, p.failed <= 120)
}
