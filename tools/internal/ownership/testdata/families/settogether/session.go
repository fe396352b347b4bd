// Package settogether has structs of which one field tells whether another one is held: both are
// assigned together.
package settogether

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// A session writes to a connection.
type session struct {
	dial func() io.WriteCloser
	conn io.WriteCloser
	out  rcpool.Ref[bufio.Writer]
	sent int
	err  error
}

func (s *session) connect() {
	s.conn = s.dial()
	s.out = stdpool.BufioWriter(s.conn)
}

func (s *session) close() error {
	if s.conn == nil {
		return nil
	}
	err := s.out.Value().Flush()
	rcpool.Drop(&s.out)
	err = errors.Join(err, s.conn.Close())
	s.conn = nil
	return err
}

// closeSent releases nothing if nothing was sent.
func (s *session) closeSent() {
	if s.sent == 0 {
		return
	}
	rcpool.Drop(&s.out)
}

// closeGood releases nothing if something went wrong.
func (s *session) closeGood() {
	if s.err != nil {
		return
	}
	rcpool.Drop(&s.out)
}

// closeConn releases nothing if the connection is there.
func (s *session) closeConn() {
	if s.conn != nil {
		s.conn.Close()
		return
	}
	rcpool.Drop(&s.out)
}

// A spool has a file, and what is not yet written to it.
type spool struct {
	file *os.File
	buf  rcpool.Ref[bytes.Buffer]
}

func newSpool(open func() *os.File) *spool {
	return &spool{file: open(), buf: stdpool.Buffer()}
}

func (s *spool) close() {
	if s.file == nil {
		return
	}
	s.file.Write(s.buf.Value().Bytes())
	rcpool.Drop(&s.buf)
	s.file = nil
}

// A box has a number of its generation.
type box struct {
	next func() uint64
	gen  uint64
	buf  rcpool.Ref[bytes.Buffer]
}

func (b *box) open() {
	b.buf = stdpool.Buffer()
	b.gen = b.next()
}

func (b *box) begin(gen uint64) {
	b.buf = stdpool.Buffer()
	b.gen = gen
}

func (b *box) close() {
	if b.gen == 0 {
		return
	}
	b.gen = 0
	rcpool.Drop(&b.buf)
}

// A job can be cancelled as long as it runs.
type job struct {
	cancel func()
	buf    rcpool.Ref[bytes.Buffer]
}

func (j *job) start(begin func() func()) {
	j.buf = stdpool.Buffer()
	j.cancel = begin()
}

func (j *job) stop() {
	if j.cancel == nil {
		return
	}
	j.cancel()
	j.cancel = nil
	rcpool.Drop(&j.buf)
}

// A lease has a name.
type lease struct {
	name string
	body rcpool.Ref[bytes.Buffer]
}

func acquire(name func() string) lease {
	return lease{name: name(), body: stdpool.Buffer()}
}

func (l lease) release() {
	if l.name == "" {
		return
	}
	l.body.Release()
}

// A late has its buffer before its file.
type late struct {
	file *os.File
	buf  rcpool.Ref[bytes.Buffer]
}

func newLate() *late { return &late{buf: stdpool.Buffer()} }

func (l *late) attach(open func() *os.File) { l.file = open() }

func (l *late) close() {
	if l.file == nil {
		return
	}
	l.file.Close()
	l.buf.Release()
}
