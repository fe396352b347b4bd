package stdpool

import "sync/atomic"

// A start is the size of the first block of a reference that is empty and will
// grow. It is learned, so that most references need not move while they grow.
//
// It must not waste memory. So it is neither the average nor the largest size:
// of the references that began empty, at most one in eight ends with half of the
// first block unused. (A reference that has moved may also leave nearly half of
// its block unused.) If more of them are small than that, all begin small. And the
// start is at most maxStart, because it says little about the references that
// live for long: they seldom end.
//
// Nobody keeps the sizes. A size larger than the start raises the level by 1, and
// a size of half of the start or less lowers it by 7, so the level stays where the
// latter are at most one in eight. See Ma, Muthukrishnan and Sandler, "Frugal
// Streaming for Estimating Quantiles" (2013). Updates that are lost because
// goroutines make them at the same time do no harm.
type start struct {
	level atomic.Int32
	most  int32
}

const (
	levelsPerSize = 8 // the start doubles after so many levels
	lowering      = 7
	maxStart      = 4 << 10
	noteOneIn     = 16 // leases of a block, so that processors seldom write to the level
)

// limit keeps the start within the given number of bytes.
func (s *start) limit(bytes int) {
	for size := 2 * minBlock; size <= min(bytes, maxStart); size *= 2 {
		s.most += levelsPerSize
	}
}

// size returns the start in bytes.
func (s *start) size() int { return sizeAt(s.level.Load()) }

func sizeAt(level int32) int { return minBlock << (level / levelsPerSize) }

// note notes that a reference that began empty has ended with n bytes.
func (s *start) note(n int) {
	level := s.level.Load()
	switch size := sizeAt(level); {
	case n > size:
		s.level.Store(min(level+1, s.most))
	case n <= size/2:
		s.level.Store(max(level-lowering, 0))
	}
}
