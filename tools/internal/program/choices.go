package program

import "math/rand/v2"

// Choices decides what a program looks like: the same choices make the same
// program.
type Choices interface {
	IntN(n int) int // at least 0, less than n
}

// Seeded are the pseudo-random choices that follow from seed.
func Seeded(seed uint64) Choices { return rand.New(rand.NewPCG(seed, seed)) }

// FromBytes are the choices that b spells out, one byte each. When b is used
// up every choice is 0, which ends a program soon.
func FromBytes(b []byte) Choices { return &spelled{b} }

type spelled struct{ rest []byte }

func (s *spelled) IntN(n int) int {
	if len(s.rest) == 0 {
		return 0
	}
	b := s.rest[0]
	s.rest = s.rest[1:]
	return int(b) % n
}

// pick chooses one of all, which must not be empty.
func pick[T any](c Choices, all []T) T { return all[c.IntN(len(all))] }
