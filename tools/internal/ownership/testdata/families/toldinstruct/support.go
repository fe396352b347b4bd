// Package toldinstruct returns in a struct what tells a caller what it owns.
package toldinstruct

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type Record struct {
	Key  string
	Time int
}

var records = rcpool.Pool[Record]{Name: "records"}

var errFull = errors.New("full")

type outcome struct{ err error }

type answer struct{ yes bool }

type shelf struct {
	kept []rcpool.Ref[Record]
	most int
}

// put takes the record over if there is no error.
func (s *shelf) put(rec rcpool.Ref[Record]) outcome {
	if len(s.kept) == s.most {
		return outcome{errFull}
	}
	s.kept = append(s.kept, rec)
	return outcome{nil}
}

func (s *shelf) close() {
	for _, rec := range s.kept {
		rec.Release()
	}
	s.kept = nil
}

type pair struct{ left, right rcpool.Ref[Record] }

func (p *pair) complete() answer { return answer{!p.left.IsZero() && !p.right.IsZero()} }

func (p *pair) release() {
	rcpool.Drop(&p.left)
	rcpool.Drop(&p.right)
}

// take reports, beside the record, what happened.
type taken struct {
	ok   bool
	left int
}

func (s *shelf) offer(rec rcpool.Ref[Record]) taken {
	if len(s.kept) < s.most {
		s.kept = append(s.kept, rec)
		return taken{true, s.most - len(s.kept)}
	}
	return taken{}
}
