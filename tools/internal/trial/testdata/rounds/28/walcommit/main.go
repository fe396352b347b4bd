// truth: correct

// Command walcommit is the write-ahead log of a small key-value store, with
// group commit: one write and one sync for all records that wait.
package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

type Record struct {
	Op    byte
	Key   []byte
	Value []byte
}

var records = rcpool.Pool[Record]{
	Name: "wal.records",
	Reset: func(r *Record) {
		*r = Record{Key: r.Key[:0], Value: r.Value[:0]}
	},
}

type commit struct {
	rec  rcpool.Ref[Record]
	done chan<- error
}

type syncer interface {
	io.Writer
	Sync() error
}

type Log struct {
	file    syncer
	pending chan commit
	stopped chan struct{}
	scratch []byte
}

func Open(file syncer) *Log {
	l := &Log{file: file, pending: make(chan commit, 16), stopped: make(chan struct{})}
	go l.run()
	return l
}

// Append takes rec over and waits until it is durable.
func (l *Log) Append(ctx context.Context, rec rcpool.Ref[Record]) error {
	done := make(chan error, 1)
	select {
	case l.pending <- commit{rec, done}:
	case <-ctx.Done():
		rec.Release()
		return ctx.Err()
	}
	return <-done
}

func (l *Log) Close() {
	close(l.pending)
	<-l.stopped
}

func (l *Log) run() {
	defer close(l.stopped)
	var batch []commit
	for first := range l.pending {
		batch = append(batch[:0], first)
	collect:
		for len(batch) < 8 {
			select {
			case next, ok := <-l.pending:
				if !ok {
					break collect
				}
				batch = append(batch, next)
			default:
				break collect
			}
		}
		err := l.flush(batch)
		for _, c := range batch {
			c.rec.Release()
			c.done <- err
		}
		clear(batch)
	}
}

// flush borrows the records of batch.
func (l *Log) flush(batch []commit) error {
	buf := l.scratch[:0]
	for _, c := range batch {
		r := c.rec.Value()
		start := len(buf)
		buf = binary.BigEndian.AppendUint32(buf, 0)
		buf = append(buf, r.Op)
		buf = binary.AppendUvarint(buf, uint64(len(r.Key)))
		buf = append(buf, r.Key...)
		buf = append(buf, r.Value...)
		binary.BigEndian.PutUint32(buf[start:], crc32.ChecksumIEEE(buf[start+4:]))
	}
	l.scratch = buf
	if _, err := l.file.Write(buf); err != nil {
		return fmt.Errorf("wal: %w", err)
	}
	return l.file.Sync()
}

type memFile struct {
	bytes.Buffer
	left int
}

func (m *memFile) Sync() error {
	if m.left--; m.left < 0 {
		return errors.New("disk full")
	}
	return nil
}

func put(ctx context.Context, l *Log, key, value string) error {
	rec := records.Get()
	r := rec.Value()
	r.Op = 'P'
	r.Key = append(r.Key, key...)
	r.Value = append(r.Value, value...)
	return l.Append(ctx, rec)
}

func main() {
	l := Open(&memFile{left: 40})
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			for i := range 15 {
				if err := put(ctx, l, fmt.Sprintf("k%d/%d", w, i), "v"); err != nil && i < 5 {
					fmt.Println("put:", err)
				}
			}
		})
	}
	wg.Wait()
	l.Close()
	fmt.Println("done")
}
