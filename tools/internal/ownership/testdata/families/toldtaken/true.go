package toldtaken

import (
	"errors"
	"fmt"
)

// The store has not taken it.
func (s *store) upload(key, data string) error {
	b := newBlob(data) // want "leak: "
	if err := s.add(key, b); err != nil {
		return fmt.Errorf("upload %s: %w", key, err)
	}
	return nil
}

// One of the errors is forgotten.
func (s *store) uploadOnce(key, data string) error {
	b := newBlob(data) // want "leak: "
	switch err := s.add(key, b); {
	case errors.Is(err, errExists):
		b.Release()
		return nil
	case err != nil:
		return err
	}
	return nil
}

// The list is full.
func (s *store) enqueue(data string) error {
	b := newBlob(data) // want "leak: "
	if !s.push(b) {
		return errFull
	}
	return nil
}

// The caller is told, and does not have it.
func (s *store) tryEnqueue(data string) bool {
	b := newBlob(data) // want "leak: "
	return s.push(b)
}

// The store has a reference of its own.
func (s *store) show(data string) int {
	b := newBlob(data) // want "leak: "
	if len(b.data) == 0 {
		b.Release()
		return 0
	}
	s.keep(b)
	return len(data)
}

// It is there if there is no error.
func size(data string) (int, error) {
	b := newBlob(data) // want "leak: "
	if err := check(b); err != nil {
		return 0, err
	}
	return len(b.data), nil
}

// The last try of two fails.
func (s *store) uploadTwice(key, data string) error {
	b := newBlob(data) // want "leak: "
	if s.add(key, b) == nil {
		return nil
	}
	return s.add(key+"2", b)
}

// Each of them is lost when there is no room.
func (s *store) enqueueAll(all []string) (n int) {
	for _, data := range all {
		b := newBlob(data) // want "leak: "
		if !s.push(b) {
			continue
		}
		n++
	}
	return n
}

// The size is wrong, and there is no error.
func sizeOf(data string, limit int) (int, error) {
	b := newBlob(data) // want "leak: "
	if err := check(b); err != nil {
		return 0, err
	}
	if len(b.data) > limit {
		return 0, errFull
	}
	b.Release()
	return len(data), nil
}
