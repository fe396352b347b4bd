// Package genericputs has maps of counted objects that generic functions put something into.
package genericputs

import "github.com/apache/arrow-go/v18/arrow"

type store struct{ columns map[string]arrow.Array }

func put[K comparable, V any](m map[K]V, key K, value V) { m[key] = value }

func look[K comparable, V any](m map[K]V, key K, value V) bool {
	_, ok := m[key]
	return ok
}

func (s *store) close() {
	for name, column := range s.columns {
		column.Release()
		delete(s.columns, name)
	}
}
