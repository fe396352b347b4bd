// Package untold has functions that release an object before some of their errors. A caller
// that does not look at the error releases it again.
package untold

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc/mem"
)

type frame struct {
	op      byte
	payload []byte
}

var frames = sync.Pool{New: func() any { return &frame{payload: make([]byte, 0, 256)} }}

var (
	errReserved = errors.New("reserved opcode")
	errShort    = errors.New("short frame")
)

func (f *frame) recycle() {
	f.op, f.payload = 0, f.payload[:0]
	frames.Put(f)
}

func (f *frame) decode(b []byte) error {
	if len(b) < 3 {
		return errShort
	}
	f.op = b[0] & 0x0f
	if op := f.op; op > 10 {
		f.recycle()
		return fmt.Errorf("opcode %d: %w", op, errReserved)
	}
	n := int(binary.BigEndian.Uint16(b[1:]))
	if len(b)-3 < n {
		return fmt.Errorf("want %d, have %d: %w", n, len(b)-3, errShort)
	}
	f.payload = append(f.payload, b[3:3+n]...)
	return nil
}

type conn struct {
	texts  []string
	closed bool
}

// parse frees the buffer if its version is wrong.
func parse(buf mem.Buffer, limit int) (int, error) {
	raw := buf.ReadOnlyData()
	if len(raw) > limit {
		return 0, fmt.Errorf("%d bytes", len(raw))
	}
	if raw[0] != 1 {
		version := raw[0]
		buf.Free()
		return 0, fmt.Errorf("version %d", version)
	}
	return len(raw), nil
}

type shared struct {
	mu    sync.Mutex
	conns map[string]*link
}

type link struct {
	refs atomic.Int32
	host string
	bad  int
}

func (l *link) Retain() { l.refs.Add(1) }

func (l *link) Release() {
	if l.refs.Add(-1) == 0 {
		l.bad = 0
	}
}

// get returns the shared link, with a reference for the caller.
//
//rcpool:returns-owned
func (s *shared) get(host string) (*link, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, ok := s.conns[host]
	if !ok {
		return nil, errShort
	}
	l.Retain()
	return l, nil
}

// forget gives up the reference in the map.
func (s *shared) forget(l *link) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conns[l.host] == l {
		delete(s.conns, l.host)
		l.Release()
	}
}

// check gives a link up before one of its errors.
func (l *link) check(host string) error {
	switch {
	case host == "":
		return errShort
	case host != l.host:
		l.Release()
		return errReserved
	}
	return nil
}
