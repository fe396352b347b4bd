package retriedwrites

import "google.golang.org/grpc/mem"

// What is too long is not released.
func (t *transport) measured(all []mem.Buffer) error {
	for _, b := range all {
		b.Ref() // want `leak`
		if err := t.measure(b); err != nil {
			return err
		}
		b.Free()
	}
	return nil
}

// The buffer is measured before it is released.
func (t *transport) one(b mem.Buffer) error {
	b.Ref() // want `leak`
	if err := t.measure(b); err != nil {
		return err
	}
	b.Free()
	return nil
}

// The second one is not written if the first one fails.
func (t *transport) early(a, b mem.Buffer) error {
	b.Ref() // want `leak`
	if err := t.measure(a); err != nil {
		return err
	}
	b.Free()
	return nil
}
