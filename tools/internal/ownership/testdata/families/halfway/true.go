package halfway

import (
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
)

// The gauges that were put back are put back again.
func (s *sender) close() {
	for _, g := range s.pending {
		gauges.Put(g) // want "double-release: "
	}
	s.pending = nil
}

func sendAll(w io.Writer) {
	s := &sender{w: w}
	s.add(1)
	s.add(2)
	if err := s.flush(); err != nil {
		fmt.Println(err)
	}
	s.close()
}

type statsd struct {
	pending []*Gauge
	err     error
	w       io.Writer
}

func (s *statsd) add(value int) { s.pending = append(s.pending, gauge(value)) }

func (s *statsd) tick() error {
	if len(s.pending) >= 4 {
		s.err = s.flush()
	}
	return s.err
}

func (s *statsd) flush() error {
	for _, g := range s.pending {
		if g.Value > 99 {
			return errorOf(g)
		}
		_, err := fmt.Fprintln(s.w, g.Value)
		gauges.Put(g)
		if err != nil {
			return err
		}
	}
	s.pending = nil
	return nil
}

func errorOf(g *Gauge) error { return fmt.Errorf("%d: %w", g.Value, errFull) }

// The error is kept in a field, and returned by another method.
func (s *statsd) close() error {
	for _, g := range s.pending {
		gauges.Put(g) // want "double-release: "
	}
	s.pending = nil
	return s.err
}

func addAll(w io.Writer, values ...int) error {
	s := &statsd{w: w}
	for _, v := range values {
		s.add(v)
		if err := s.tick(); err != nil {
			fmt.Println(err)
			break
		}
	}
	return s.close()
}

type page struct{ lines []rcpool.Ref[Line] }

func (p *page) add(text string) { p.lines = append(p.lines, line(text)) }

func (p *page) print(w io.Writer) error {
	for _, l := range p.lines {
		_, err := io.WriteString(w, l.Value().Text)
		l.Release()
		if err != nil {
			return err
		}
	}
	p.lines = p.lines[:0]
	return nil
}

// The lines are released again by a deferred call.
func (p *page) free() {
	for _, l := range p.lines {
		l.Release() // want "double-release: "
	}
	p.lines = nil
}

func printAll(w io.Writer) error {
	p := &page{}
	defer p.free()
	p.add("a")
	p.add("b")
	return p.print(w)
}

// The list begins with what was released before the error.
func (s *spool1) close() {
	for _, l := range s.pending {
		l.Release() // want "double-release: "
	}
	s.pending = nil
}

type spool1 struct {
	pending []rcpool.Ref[Line]
	w       io.Writer
}

func (s *spool1) flush() error {
	for i, l := range s.pending {
		_, err := io.WriteString(s.w, l.Value().Text)
		l.Release()
		if err != nil {
			s.pending = s.pending[i:]
			return err
		}
	}
	s.pending = s.pending[:0]
	return nil
}

func spoolAll(w io.Writer, texts ...string) {
	s := &spool1{w: w}
	defer s.close()
	for _, text := range texts {
		s.pending = append(s.pending, line(text))
	}
	if err := s.flush(); err != nil {
		fmt.Println(err)
	}
}

type exporter1 struct {
	w     io.Writer
	items []rcpool.Ref[Line]
	body  []byte
	lost  int
}

func (e *exporter1) add(text string) {
	e.items = append(e.items, line(text))
	e.body = append(e.body, text...)
}

// What is written fails before the lines are released: that is no question after it.
func (e *exporter1) flush() error {
	_, err := e.w.Write(e.body)
	e.body = e.body[:0]
	for _, l := range e.items {
		l.Release() // want "double-release: "
	}
	if err != nil {
		e.lost++
		return fmt.Errorf("%d lines are lost: %w", len(e.items), err)
	}
	e.items = e.items[:0]
	return nil
}

func exportTwice(w io.Writer) error {
	e := &exporter1{w: w}
	e.add("a")
	if err := e.flush(); err != nil {
		fmt.Println(err)
	}
	return e.flush()
}

type exporter4 struct {
	w     io.Writer
	items []*Gauge
	fails int
}

func (e *exporter4) add(value int) { e.items = append(e.items, gauge(value)) }

// The number of failures is asked afterwards.
func (e *exporter4) flush() error {
	_, err := fmt.Fprintln(e.w, len(e.items))
	for _, g := range e.items {
		gauges.Put(g) // want "double-release: "
	}
	if err != nil {
		if e.fails++; e.fails > 3 {
			return fmt.Errorf("failed again: %w", errFull)
		}
		return fmt.Errorf("not sent: %w", err)
	}
	e.items = e.items[:0]
	return nil
}

func exportGauges(w io.Writer) error {
	e := &exporter4{w: w}
	e.add(1)
	if err := e.flush(); err != nil {
		fmt.Println(err)
	}
	return e.flush()
}
