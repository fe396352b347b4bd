package callednames

import "fmt"

// The batch was released when it is named in the error.
func (s *shipper) add(value int) error {
	b := s.cur.Value()
	b.samples = append(b.samples, value)
	if len(b.samples) < s.limit {
		return nil
	}
	if err := s.ship(); err != nil {
		return fmt.Errorf("batch %d: %w", b.seq, err) // want "use-after-release: "
	}
	return nil
}

// It was released in the loop.
func (s *shipper) addAll(values ...int) (n int, err error) {
	b := s.cur.Value()
	for _, value := range values {
		b.samples = append(b.samples, value) // want "use-after-release: "
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
