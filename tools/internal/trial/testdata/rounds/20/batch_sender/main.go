// truth: double-release line 46,59 hard

// Log records are sent in batches; what cannot be sent is given up.
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type entry struct {
	level string
	text  []byte
}

func (e *entry) Reset() { *e = entry{text: e.text[:0]} }

var entries = rcpool.Pool[entry]{Name: "entries"}

type sender struct {
	batch []rcpool.Ref[entry]
	max   int
	write func(*entry) error
	sent  int
	lost  int
}

func (s *sender) log(level, format string, args ...any) error {
	e := entries.Get()
	v := e.Value()
	v.level = level
	v.text = fmt.Appendf(v.text, format, args...)
	s.batch = append(s.batch, e)
	if len(s.batch) < s.max {
		return nil
	}
	return s.flush()
}

func (s *sender) flush() error {
	defer func() { s.batch = s.batch[:0] }()
	for _, e := range s.batch {
		if err := s.write(e.Value()); err != nil {
			s.abandon()
			return fmt.Errorf("after %d entries: %w", s.sent, err)
		}
		s.sent++
		e.Release()
	}
	return nil
}

// abandon gives up the batch.
func (s *sender) abandon() {
	for _, e := range s.batch {
		s.lost++
		e.Release()
	}
}

func main() {
	defer func() {
		if p := recover(); p != nil {
			fmt.Println("panic:", p)
		}
	}()
	calls := 0
	s := &sender{max: 3, write: func(e *entry) error {
		if calls++; calls == 5 {
			return errors.New("broken pipe")
		}
		return nil
	}}
	for i := range 8 {
		if err := s.log("info", "request %d of %s", i, "client"); err != nil {
			fmt.Println(err)
		}
	}
	if err := s.flush(); err != nil {
		fmt.Println(err)
	}
	fmt.Println(s.sent, s.lost)
}
