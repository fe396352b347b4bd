// truth: correct

// Walgroup is a write-ahead log with group commit: writers hand over encoded
// records, one committer gathers them into batches and acknowledges them.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

type record struct {
	lsn  uint64
	data []byte
	err  chan error `rcpool:"keep"`
}

var errTooBig = errors.New("wal: record too big")
var errClosed = errors.New("wal: closed")

var records = rcpool.Pool[record]{
	Name: "wal records",
	New:  func() *record { return &record{err: make(chan error, 1)} },
	Reset: func(r *record) {
		r.lsn = 0
		r.data = r.data[:0]
	},
	Keep: func(r *record) bool { return cap(r.data) <= 4096 },
}

type wal struct {
	out     io.Writer
	queue   chan rcpool.Ref[record]
	mu      sync.RWMutex
	closed  bool
	nextLSN uint64
	lsnMu   sync.Mutex
	done    chan struct{}
	syncs   int
}

func open(out io.Writer) *wal {
	w := &wal{out: out, queue: make(chan rcpool.Ref[record], 8), done: make(chan struct{})}
	go w.commit()
	return w
}

func (w *wal) append(data []byte) (uint64, error) {
	rec := records.Get()
	defer rec.Release()
	r := rec.Value()
	if len(data) > 1024 {
		return 0, errTooBig
	}
	r.data = binary.BigEndian.AppendUint32(r.data, crc32.ChecksumIEEE(data))
	r.data = append(r.data, data...)
	w.lsnMu.Lock()
	w.nextLSN++
	r.lsn = w.nextLSN
	w.lsnMu.Unlock()

	if err := w.enqueue(rec); err != nil {
		return 0, err
	}
	if err := <-r.err; err != nil {
		return 0, err
	}
	return r.lsn, nil
}

// enqueue gives the committer a reference of its own.
func (w *wal) enqueue(rec rcpool.Ref[record]) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return errClosed
	}
	w.queue <- rec.Retain()
	return nil
}

func (w *wal) commit() {
	defer close(w.done)
	var batch []rcpool.Ref[record]
	for first := range w.queue {
		batch = append(batch, first)
	fill:
		for len(batch) < 4 {
			select {
			case rec, ok := <-w.queue:
				if !ok {
					break fill
				}
				batch = append(batch, rec)
			default:
				break fill
			}
		}
		w.flush(batch)
		clear(batch)
		batch = batch[:0]
	}
}

// flush writes the batch, tells the writers, and releases its elements.
func (w *wal) flush(batch []rcpool.Ref[record]) {
	var failed error
	for _, rec := range batch {
		if failed == nil {
			_, failed = w.out.Write(rec.Value().data)
		}
	}
	w.syncs++
	for _, rec := range batch {
		rec.Value().err <- failed
		rec.Release()
	}
}

func (w *wal) close() {
	w.mu.Lock()
	w.closed = true
	close(w.queue)
	w.mu.Unlock()
	<-w.done
}

func main() {
	var disk bytes.Buffer
	w := open(&disk)
	var writers sync.WaitGroup
	for i := range 6 {
		writers.Go(func() {
			for j := range 5 {
				if _, err := w.append(fmt.Appendf(nil, "writer %d row %d", i, j)); err != nil {
					fmt.Println(err)
				}
			}
		})
	}
	writers.Wait()
	_, err := w.append(make([]byte, 2000))
	fmt.Println(err)
	w.close()
	_, err = w.append([]byte("late"))
	fmt.Println(err, disk.Len())
}
