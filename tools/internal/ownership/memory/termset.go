package memory

import "github.com/rcpool/rcpool/tools/internal/ownership/term"

// A termSet is a set of terms. Terms are small numbers, so the set is a list, and it is emptied
// by beginning a new round.
type termSet struct {
	round  int32
	rounds []int32 // by the term: the last round in which it was added
}

func (s *termSet) empty() { s.round++ }

func (s *termSet) add(t term.Term) {
	if missing := int(t) + 1 - len(s.rounds); missing > 0 {
		s.rounds = append(s.rounds, make([]int32, missing)...)
	}
	s.rounds[t] = s.round
}

func (s *termSet) has(t term.Term) bool { return int(t) < len(s.rounds) && s.rounds[t] == s.round }
