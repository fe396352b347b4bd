package interfaces

import "github.com/rcpool/rcpool"

// The sink owns the metric.
func putAndRelease(s sink, value float64) error {
	ref := metrics.Get()
	ref.Value().Value = value
	err := s.put(ref)
	ref.Release() // want "double-release: "
	return err
}

// What cannot be saved is lost.
func copyTo(dst store, src source) error {
	ref, err := src.next() // want "leak: "
	if err != nil {
		return err
	}
	if err := dst.save(ref.Value()); err != nil {
		return err
	}
	ref.Release()
	return nil
}

type limited struct {
	next sink
	left int
}

// What is above the limit is lost.
func (l *limited) put(ref rcpool.Ref[Metric]) error { // want "leak: .*ref"
	if l.left == 0 {
		return errClosed
	}
	l.left--
	return l.next.put(ref)
}

// The interface has a copy of the reference.
func releaseAny(value float64) {
	ref := metrics.Get()
	ref.Value().Value = value
	var r releaser = ref
	r.Release()
	ref.Release() // want "double-release: "
}
