// truth: use-after-release line 64 callee

// Command metricsbatch batches samples and ships them to a time series store.
package main

import (
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type sample struct {
	series string
	at     int64
	value  float64
}

type batch struct {
	seq     int
	samples []sample
}

func (b *batch) Reset() {
	clear(b.samples)
	b.samples = b.samples[:0]
	b.seq = 0
}

type shipper struct {
	pool  rcpool.Pool[batch]
	cur   rcpool.Ref[batch]
	seq   int
	limit int
	sink  func([]sample) error
}

func newShipper(limit int, sink func([]sample) error) *shipper {
	s := &shipper{limit: limit, sink: sink}
	s.rotate()
	return s
}

func (s *shipper) rotate() {
	s.seq++
	s.cur = s.pool.Get()
	s.cur.Value().seq = s.seq
}

func (s *shipper) ship() error {
	err := s.sink(s.cur.Value().samples)
	s.cur.Release()
	s.rotate()
	return err
}

func (s *shipper) add(series string, value float64) error {
	b := s.cur.Value()
	b.samples = append(b.samples, sample{series, time.Now().Unix(), value})
	if len(b.samples) < s.limit {
		return nil
	}
	if err := s.ship(); err != nil {
		return fmt.Errorf("batch %d: %w", b.seq, err)
	}
	return nil
}

func (s *shipper) Close() error {
	defer s.cur.Release()
	if len(s.cur.Value().samples) == 0 {
		return nil
	}
	return s.sink(s.cur.Value().samples)
}

func main() {
	fail := false
	s := newShipper(3, func(samples []sample) error {
		if fail {
			return fmt.Errorf("store refused %d samples", len(samples))
		}
		return nil
	})
	for i := range 7 {
		fail = i == 5
		if err := s.add("cpu", float64(i)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(s.Close())
}
