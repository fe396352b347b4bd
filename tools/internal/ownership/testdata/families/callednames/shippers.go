// Package callednames has methods that release what is in a field, and put something new there.
package callednames

import "github.com/rcpool/rcpool"

type batch struct {
	seq     int
	samples []int
}

func (b *batch) Reset() { b.seq, b.samples = 0, b.samples[:0] }

type shipper struct {
	pool  rcpool.Pool[batch]
	cur   rcpool.Ref[batch]
	seq   int
	limit int
	sink  func([]int) error
}

func (s *shipper) rotate() {
	s.seq++
	s.cur = s.pool.Get()
	s.cur.Value().seq = s.seq
}

// ship sends the batch, and begins another one.
func (s *shipper) ship() error {
	err := s.sink(s.cur.Value().samples)
	s.cur.Release()
	s.rotate()
	return err
}

// peek only shows the batch.
func (s *shipper) peek() error { return s.sink(s.cur.Value().samples) }
