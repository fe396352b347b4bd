// truth: double-release line 44,65 hard

package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Entry struct {
	Stream string
	Line   []byte
}

func (e *Entry) Reset() { *e = Entry{Line: e.Line[:0]} }

var entries = rcpool.Pool[Entry]{Name: "entries"}

var errQuota = errors.New("quota exceeded")

type spool struct {
	pending []rcpool.Ref[Entry]
	max     int
	quota   int
	written int
}

func (s *spool) write(e *Entry) error {
	if s.quota < len(e.Line) {
		return fmt.Errorf("%s: %w", e.Stream, errQuota)
	}
	s.quota -= len(e.Line)
	s.written++
	return nil
}

func (s *spool) flush() error {
	for i, ref := range s.pending {
		err := s.write(ref.Value())
		ref.Release()
		if err != nil {
			s.pending = s.pending[i:]
			return err
		}
	}
	s.pending = s.pending[:0]
	return nil
}

func (s *spool) append(stream, line string) error {
	ref := entries.Get()
	ref.Value().Stream = stream
	ref.Value().Line = append(ref.Value().Line, line...)
	s.pending = append(s.pending, ref)
	if len(s.pending) < s.max {
		return nil
	}
	return s.flush()
}

func (s *spool) Close() (dropped int) {
	for _, ref := range s.pending {
		ref.Release()
		dropped++
	}
	s.pending = nil
	return dropped
}

func main() {
	s := &spool{max: 3, quota: 40}
	for i := range 9 {
		if err := s.append("nginx", fmt.Sprintf("GET /%04d", i)); err != nil {
			fmt.Println(err)
			break
		}
	}
	fmt.Println(s.written)
	fmt.Println(s.Close())
}
