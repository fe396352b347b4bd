package askedparts

import (
	"bytes"
	"errors"
	"sync"
)

type scratch struct {
	buf    bytes.Buffer
	keys   []string
	seen   map[string]bool
	hdr    header
	parent *header
	own    cursor
	done   func()
}

type header struct{ n int }

// A cursor leads back to the scratch that it is in.
type cursor struct{ of *scratch }

func (c *cursor) close() { scratches.Put(c.of) }

func (s *scratch) buffer() *bytes.Buffer { return &s.buf }
func (s *scratch) names() []string       { return s.keys }
func (s *scratch) header() *header       { return &s.hdr }
func (s *scratch) text() []byte          { return s.buf.Bytes() }
func (s *scratch) cursor() *cursor       { return &s.own }
func (s *scratch) self() *scratch        { return s }
func (s *scratch) finish() func()        { return s.done }

// index makes the map when it is asked for the first time.
func (s *scratch) index() map[string]bool {
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	return s.seen
}

func headerOf(s *scratch) (*header, bool) { return s.parent, s.parent != nil }

var scratches sync.Pool

func init() {
	scratches.New = func() any {
		s := &scratch{}
		s.own.of = s
		s.done = func() { scratches.Put(s) }
		return s
	}
}

type frame[T any] struct {
	body T
	link *frame[T]
	hdr  header
}

func (f *frame[T]) head() *header   { return &f.hdr }
func (f *frame[T]) next() *frame[T] { return f.link }

var frames = sync.Pool{New: func() any {
	f := &frame[int]{}
	f.link = f
	return f
}}

var errNegative = errors.New("negative")

var texts [][]byte

type keeper struct{ last []byte }
