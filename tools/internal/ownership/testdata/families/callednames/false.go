package callednames

import "fmt"

// The number of the batch was noted before.
func (s *shipper) put(value int) error {
	b := s.cur.Value()
	seq := b.seq
	b.samples = append(b.samples, value)
	if len(b.samples) < s.limit {
		return nil
	}
	if err := s.ship(); err != nil {
		return fmt.Errorf("batch %d: %w", seq, err)
	}
	return nil
}

// The batch is asked for in each turn.
func (s *shipper) putAll(values ...int) (n int, err error) {
	for _, value := range values {
		b := s.cur.Value()
		b.samples = append(b.samples, value)
		if len(b.samples) < s.limit {
			continue
		}
		if err := s.ship(); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
