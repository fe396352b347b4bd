// Package partialwrites has pooled objects that are written on some paths and
// must be reset before they are put back, because Get does not.
package partialwrites

import (
	"errors"
	"strings"
	"sync"
)

// A scan is what one search needs.
type scan struct {
	words  []string
	limit  int
	err    error
	strict bool
}

func (s *scan) reset() {
	s.words = s.words[:0]
	s.limit = 0
	s.err = nil
	s.strict = false
}

var scans = sync.Pool{New: func() any { return new(scan) }}

var errEmpty = errors.New("empty")

// putScan resets the scan, and puts it back.
func putScan(s *scan) {
	s.reset()
	scans.Put(s)
}

func (s *scan) collect(text string) {
	for word := range strings.FieldsSeq(text) {
		if s.limit > 0 && len(s.words) == s.limit {
			return
		}
		s.words = append(s.words, word)
	}
}

// take reports whether it took the text.
func (s *scan) take(text string) bool {
	if len(text) < 8 {
		return false
	}
	s.words = append(s.words, text)
	return true
}

// takeAll takes each text, and reports whether it was long.
func (s *scan) takeAll(text string) bool {
	s.words = append(s.words, text)
	return len(text) >= 8
}

// restrict leaves the scan as it is if it fails.
func (s *scan) restrict(limit int) error {
	if limit < 0 {
		return errEmpty
	}
	s.limit = limit
	return nil
}

// restrictFirst fails when the limit is set.
func (s *scan) restrictFirst(limit int) error {
	s.limit = limit
	if limit < 0 {
		return errEmpty
	}
	return nil
}
