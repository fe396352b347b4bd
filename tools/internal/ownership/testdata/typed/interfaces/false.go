package interfaces

import "github.com/rcpool/rcpool"

// The sink owns a metric reference of its own.
func putRetained(s sink, value float64) error {
	ref := metrics.Get()
	defer ref.Release()
	ref.Value().Value = value
	return s.put(ref.Retain())
}

// All metrics are saved, or not, and released.
func copyAll(dst store, src source) error {
	for {
		ref, err := src.next()
		if err != nil {
			return err
		}
		err = dst.save(ref.Value())
		ref.Release()
		if err != nil {
			return err
		}
	}
}

type sampled struct {
	next sink
	n    int
}

// What is not passed on is released.
func (s *sampled) put(ref rcpool.Ref[Metric]) error {
	s.n++
	if s.n%10 != 0 {
		ref.Release()
		return nil
	}
	return s.next.put(ref)
}

// The references are released through the interface.
func releaseEach(values []float64) {
	var held []releaser
	for _, value := range values {
		ref := metrics.Get()
		ref.Value().Value = value
		held = append(held, ref)
	}
	for _, r := range held {
		r.Release()
	}
}
