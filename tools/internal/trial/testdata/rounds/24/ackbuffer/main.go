// truth: correct

// Command ackbuffer keeps sent chunks until the peer acknowledges them, and
// sends them again after a reconnect.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

type chunk struct {
	seq  uint64
	data mem.Buffer
}

type link struct {
	pool   mem.BufferPool
	out    io.Writer
	ring   [8]chunk // unacknowledged: seqs in [acked, next)
	acked  uint64
	next   uint64
	resent int
}

var errWindow = errors.New("window is full")

// Send copies p; what was not written stays for the next resume.
func (l *link) Send(p []byte) error {
	if l.next-l.acked == uint64(len(l.ring)) {
		return errWindow
	}
	raw := l.pool.Get(len(p))
	copy(*raw, p)
	buf := mem.NewBuffer(raw, l.pool)
	l.ring[l.next%uint64(len(l.ring))] = chunk{l.next, buf}
	l.next++
	return l.write(buf)
}

// write borrows buf.
func (l *link) write(buf mem.Buffer) error {
	_, err := l.out.Write(buf.ReadOnlyData())
	return err
}

// Ack forgets all chunks before seq.
func (l *link) Ack(seq uint64) {
	for ; l.acked < min(seq, l.next); l.acked++ {
		slot := &l.ring[l.acked%uint64(len(l.ring))]
		slot.data.Free()
		*slot = chunk{}
	}
}

// Resume writes everything that is unacknowledged to a new peer.
func (l *link) Resume(out io.Writer) error {
	l.out = out
	for seq := l.acked; seq < l.next; seq++ {
		c := l.ring[seq%uint64(len(l.ring))]
		if c.seq != seq {
			return fmt.Errorf("chunk %d is at the place of %d", c.seq, seq)
		}
		if err := l.write(c.data); err != nil {
			return err
		}
		l.resent++
	}
	return nil
}

func (l *link) Close() { l.Ack(l.next) }

// A flaky peer fails after a number of bytes.
type flaky struct {
	bytes.Buffer
	left int
}

func (f *flaky) Write(p []byte) (int, error) {
	if len(p) > f.left {
		return 0, io.ErrClosedPipe
	}
	f.left -= len(p)
	return f.Buffer.Write(p)
}

func main() {
	first := &flaky{left: 7000}
	l := &link{pool: mem.DefaultBufferPool(), out: first}
	defer l.Close()
	var failed error
	for i := range 12 {
		err := l.Send(bytes.Repeat([]byte{byte('a' + i)}, 1200+i))
		if errors.Is(err, errWindow) {
			fmt.Println("chunk", i, "waits:", err)
			break
		}
		if err != nil && failed == nil {
			failed = err
		}
		if i == 3 {
			l.Ack(2)
		}
	}
	fmt.Println(failed, first.Len())
	second := &flaky{left: 1 << 20}
	fmt.Println(l.Resume(second), l.resent, second.Len())
	l.Ack(6)
	fmt.Println("in flight", l.next-l.acked)
}
