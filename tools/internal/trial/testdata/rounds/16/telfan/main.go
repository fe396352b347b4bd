// truth: double-release line 76 callee

package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Event struct {
	Source string
	Values []float64
}

func (e *Event) Reset() { e.Source, e.Values = "", e.Values[:0] }

var events = rcpool.Pool[Event]{Name: "events"}

var errBacklog = errors.New("backlog full")

type sink struct {
	name  string
	queue chan rcpool.Ref[Event]
	total float64
	wg    sync.WaitGroup
}

func newSink(name string, depth int) *sink {
	s := &sink{name: name, queue: make(chan rcpool.Ref[Event], depth)}
	return s
}

func (s *sink) start() {
	s.wg.Go(func() {
		for e := range s.queue {
			for _, v := range e.Value().Values {
				s.total += v
			}
			e.Release()
		}
	})
}

func (s *sink) submit(e rcpool.Ref[Event]) error {
	select {
	case s.queue <- e:
		return nil
	default:
		e.Release()
		return fmt.Errorf("%s: %w", s.name, errBacklog)
	}
}

func (s *sink) stop() {
	close(s.queue)
	s.wg.Wait()
}

type fanout struct {
	sinks  []*sink
	errors int
}

func (f *fanout) publish(e rcpool.Ref[Event]) {
	defer e.Release()
	for _, s := range f.sinks {
		if len(e.Value().Values) == 0 {
			continue
		}
		copied := e.Retain()
		if err := s.submit(copied); err != nil {
			f.errors++
			copied.Release()
		}
	}
}

func main() {
	f := &fanout{sinks: []*sink{newSink("disk", 16), newSink("kafka", 3)}}
	for i := range 5 {
		e := events.Get()
		e.Value().Source = "host"
		for j := range i {
			e.Value().Values = append(e.Value().Values, float64(j))
		}
		f.publish(e)
	}
	for _, s := range f.sinks {
		s.start()
	}
	for _, s := range f.sinks {
		s.stop()
		fmt.Println(s.name, s.total)
	}
	fmt.Println(f.errors)
}
