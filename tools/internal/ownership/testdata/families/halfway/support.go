// Package halfway has methods that release the elements of a list one by one, and return
// an error in the middle.
package halfway

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

type Gauge struct{ Value int }

var gauges = sync.Pool{New: func() any { return new(Gauge) }}

func gauge(value int) *Gauge {
	g := gauges.Get().(*Gauge)
	g.Value = value
	return g
}

type Line struct{ Text string }

var lines rcpool.Pool[Line]

func line(text string) rcpool.Ref[Line] {
	ref := lines.Get()
	ref.Value().Text = text
	return ref
}

var errFull = errors.New("full")

// A sender has the gauges that are pending.
type sender struct {
	pending []*Gauge
	err     error
	w       io.Writer
}

func (s *sender) add(value int) { s.pending = append(s.pending, gauge(value)) }

// flush leaves all gauges in the list if one cannot be sent.
func (s *sender) flush() error {
	for i, g := range s.pending {
		_, err := fmt.Fprintln(s.w, g.Value)
		gauges.Put(g)
		if err != nil {
			return fmt.Errorf("gauge %d: %w", i, err)
		}
	}
	s.pending = s.pending[:0]
	return nil
}

// send leaves the others in the list.
func (s *sender) send() error {
	for i, g := range s.pending {
		_, err := fmt.Fprintln(s.w, g.Value)
		gauges.Put(g)
		if err != nil {
			s.pending = s.pending[i+1:]
			return err
		}
	}
	s.pending = s.pending[:0]
	return nil
}

func (s *sender) discard() { s.pending = nil }
