package retriedwrites

import (
	"fmt"

	"google.golang.org/grpc/mem"
)

// The queue has what was written before the failure.
func (t *transport) replay(all []mem.Buffer) error {
	for i, b := range all {
		b.Ref()
		if err := t.write(b); err != nil {
			return fmt.Errorf("message %d: %w", i, err)
		}
	}
	return nil
}

// The channel has what was sent before the failure.
func (t *transport) resend(all []mem.Buffer) error {
	for _, b := range all {
		b.Ref()
		if err := t.send(b); err != nil {
			return err
		}
	}
	return nil
}

// The first one is in the queue if the second one fails.
func (t *transport) two(a, b mem.Buffer) error {
	a.Ref()
	if err := t.write(a); err != nil {
		return err
	}
	b.Ref()
	return t.write(b)
}
