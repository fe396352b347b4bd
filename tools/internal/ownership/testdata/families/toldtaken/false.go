package toldtaken

import (
	"errors"
	"fmt"
)

// It is given up if the store has not taken it.
func (s *store) uploadWell(key, data string) error {
	b := newBlob(data)
	if err := s.add(key, b); err != nil {
		b.Release()
		return fmt.Errorf("upload %s: %w", key, err)
	}
	return nil
}

// Each of the errors is dealt with.
func (s *store) uploadOnceWell(key, data string) error {
	b := newBlob(data)
	switch err := s.add(key, b); {
	case errors.Is(err, errExists):
		b.Release()
		return nil
	case err != nil:
		b.Release()
		return err
	}
	return nil
}

func (s *store) enqueueWell(data string) error {
	b := newBlob(data)
	if s.push(b) {
		return nil
	}
	b.Release()
	return errFull
}

// The error says nothing of who has it.
func (s *store) logged(data string) error {
	b := newBlob(data)
	if err := s.log(b); err != nil {
		return err
	}
	return nil
}

// What was there before is released.
func (s *store) replaced(data string) {
	if old := s.replace(newBlob(data)); old != nil {
		old.Release()
	}
}

// Nobody is told: there is room, for all that is known.
func (s *store) offered(data string) {
	b := newBlob(data)
	s.offer(b)
}

// The store has a reference of its own, and this one is released.
func (s *store) showWell(data string) int {
	b := newBlob(data)
	defer b.Release()
	if len(b.data) == 0 {
		return 0
	}
	s.keep(b)
	return len(data)
}

// The store has this reference.
func (s *store) handOver(data string) {
	b := newBlob(data)
	s.set(b)
}

// It is gone if there is an error.
func sizeWell(data string) (int, error) {
	b := newBlob(data)
	if err := check(b); err != nil {
		return 0, err
	}
	defer b.Release()
	return len(b.data), nil
}

// The second try succeeds, or it is given up.
func (s *store) uploadTwiceWell(key, data string) error {
	b := newBlob(data)
	if s.add(key, b) == nil {
		return nil
	}
	err := s.add(key+"2", b)
	if err != nil {
		b.Release()
	}
	return err
}
