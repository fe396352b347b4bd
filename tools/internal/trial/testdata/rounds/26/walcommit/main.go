// truth: correct

// Command walcommit batches log records and commits them as a group.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

const maxBatch = 4

type Batch struct {
	frames []byte
	count  int
	acks   []func(error)
}

func (b *Batch) Reset() {
	clear(b.acks)
	*b = Batch{frames: b.frames[:0], acks: b.acks[:0]}
}

func (b *Batch) add(rec []byte, ack func(error)) {
	b.frames = binary.BigEndian.AppendUint32(b.frames, uint32(len(rec)))
	b.frames = binary.BigEndian.AppendUint32(b.frames, crc32.ChecksumIEEE(rec))
	b.frames = append(b.frames, rec...)
	b.count++
	b.acks = append(b.acks, ack)
}

type Writer struct {
	pool    rcpool.Pool[Batch]
	open    rcpool.Ref[Batch] // zero if nothing is pending
	sink    io.Writer
	written int64
	failed  error
}

var ErrTooLarge = errors.New("record too large")

func (w *Writer) Append(rec []byte, ack func(error)) error {
	if w.failed != nil {
		return w.failed
	}
	if len(rec) > 64 {
		return ErrTooLarge
	}
	if w.open.IsZero() {
		w.open = w.pool.Get()
	}
	b := w.open.Value()
	b.add(rec, ack)
	if b.count < maxBatch {
		return nil
	}
	return w.Sync()
}

// Sync commits what is pending. All waiters learn the result.
func (w *Writer) Sync() error {
	if w.open.IsZero() {
		return nil
	}
	return w.commit(rcpool.Move(&w.open))
}

func (w *Writer) commit(batch rcpool.Ref[Batch]) error {
	defer batch.Release()
	b := batch.Value()
	n, err := w.sink.Write(b.frames)
	w.written += int64(n)
	if err == nil && n < len(b.frames) {
		err = io.ErrShortWrite
	}
	for _, ack := range b.acks {
		if ack != nil {
			ack(err)
		}
	}
	if err != nil {
		w.failed = fmt.Errorf("wal: %w", err)
		return w.failed
	}
	return nil
}

func (w *Writer) Close() error {
	if w.failed != nil {
		rcpool.Drop(&w.open)
		return w.failed
	}
	return w.Sync()
}

type limited struct {
	strings.Builder
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if len(p) > l.left {
		return 0, errors.New("disk full")
	}
	l.left -= len(p)
	return l.Builder.Write(p)
}

func main() {
	for _, room := range []int{1 << 10, 60} {
		w := &Writer{sink: &limited{left: room}}
		good, bad := 0, 0
		for i := range 10 {
			err := w.Append(fmt.Appendf(nil, "record %d", i), func(err error) {
				if err != nil {
					bad++
				} else {
					good++
				}
			})
			if err != nil {
				break
			}
		}
		err := w.Append(make([]byte, 100), nil)
		fmt.Println(w.Close(), good, bad, err, w.written)
	}
}
