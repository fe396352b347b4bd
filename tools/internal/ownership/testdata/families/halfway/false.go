package halfway

import (
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
)

// The list has only what was not put back.
func (s *sender) closeRest() {
	for _, g := range s.pending {
		gauges.Put(g)
	}
	s.pending = nil
}

func sendRest(w io.Writer) {
	s := &sender{w: w}
	s.add(1)
	s.add(2)
	if err := s.send(); err != nil {
		fmt.Println(err)
	}
	s.closeRest()
}

type guarded struct {
	pending []*Gauge
	err     error
	w       io.Writer
}

func (s *guarded) add(value int) { s.pending = append(s.pending, gauge(value)) }

func (s *guarded) tick() error {
	if len(s.pending) >= 4 {
		s.err = s.flush()
	}
	return s.err
}

func (s *guarded) flush() error {
	for _, g := range s.pending {
		_, err := fmt.Fprintln(s.w, g.Value)
		gauges.Put(g)
		if err != nil {
			return err
		}
	}
	s.pending = nil
	return nil
}

// The error in the field says that the list must not be used.
func (s *guarded) close() error {
	if s.err != nil {
		return s.err
	}
	for _, g := range s.pending {
		gauges.Put(g)
	}
	s.pending = nil
	return nil
}

func addGuarded(w io.Writer, values ...int) error {
	s := &guarded{w: w}
	for _, v := range values {
		s.add(v)
		if err := s.tick(); err != nil {
			fmt.Println(err)
			break
		}
	}
	return s.close()
}

type sheet struct{ lines []rcpool.Ref[Line] }

func (s *sheet) add(text string) { s.lines = append(s.lines, line(text)) }

func (s *sheet) print(w io.Writer) error {
	for _, l := range s.lines {
		_, err := io.WriteString(w, l.Value().Text)
		l.Release()
		if err != nil {
			return err
		}
	}
	s.lines = s.lines[:0]
	return nil
}

// The callers discard the list where the error is not nil, or do not come here.
func (s *sheet) free() {
	for _, l := range s.lines {
		l.Release()
	}
	s.lines = nil
}

func printOrDiscard(w io.Writer) {
	s := &sheet{}
	s.add("a")
	s.add("b")
	if err := s.print(w); err != nil {
		s.lines = nil
	}
	s.free()
}

func printOrReturn(w io.Writer) error {
	s := &sheet{}
	s.add("a")
	err := s.print(w)
	if err != nil {
		return err
	}
	s.add("b")
	s.free()
	return nil
}

// The list begins after what was released.
func (s *spool2) close() {
	for _, l := range s.pending {
		l.Release()
	}
	s.pending = nil
}

type spool2 struct {
	pending []rcpool.Ref[Line]
	w       io.Writer
}

func (s *spool2) flush() error {
	for i, l := range s.pending {
		_, err := io.WriteString(s.w, l.Value().Text)
		l.Release()
		if err != nil {
			s.pending = s.pending[i+1:]
			return err
		}
	}
	s.pending = s.pending[:0]
	return nil
}

func spoolAll2(w io.Writer, texts ...string) {
	s := &spool2{w: w}
	defer s.close()
	for _, text := range texts {
		s.pending = append(s.pending, line(text))
	}
	if err := s.flush(); err != nil {
		fmt.Println(err)
	}
}

type exporter2 struct {
	w     io.Writer
	items []rcpool.Ref[Line]
	body  []byte
	lost  int
}

func (e *exporter2) add(text string) {
	e.items = append(e.items, line(text))
	e.body = append(e.body, text...)
}

// Without a body there is nothing to release any more.
func (e *exporter2) flush() error {
	if len(e.body) == 0 {
		return nil
	}
	_, err := e.w.Write(e.body)
	e.body = e.body[:0]
	for _, l := range e.items {
		l.Release()
	}
	if err != nil {
		e.lost++
		return fmt.Errorf("%d lines are lost: %w", len(e.items), err)
	}
	e.items = e.items[:0]
	return nil
}

func exportOnce(w io.Writer) error {
	e := &exporter2{w: w}
	e.add("a")
	if err := e.flush(); err != nil {
		fmt.Println(err)
	}
	return e.flush()
}

type exporter3 struct {
	w     io.Writer
	items []rcpool.Ref[Line]
	body  []byte
	lost  int
}

func (e *exporter3) add(text string) {
	e.items = append(e.items, line(text))
	e.body = append(e.body, text...)
}

// The list is emptied on each way.
func (e *exporter3) flush() error {
	_, err := e.w.Write(e.body)
	e.body = e.body[:0]
	for _, l := range e.items {
		l.Release()
	}
	n := len(e.items)
	e.items = e.items[:0]
	if err != nil {
		e.lost++
		return fmt.Errorf("%d lines are lost: %w", n, err)
	}
	return nil
}

func exportEmptied(w io.Writer) error {
	e := &exporter3{w: w}
	e.add("a")
	if err := e.flush(); err != nil {
		fmt.Println(err)
	}
	return e.flush()
}
