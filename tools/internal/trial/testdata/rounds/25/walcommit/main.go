// truth: correct

// Command walcommit is a write-ahead log with group commit.
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

var errClosed = errors.New("wal: closed")

type entry struct {
	lsn     uint64
	payload []byte
	done    chan<- error
}

func (e *entry) Reset() {
	e.lsn, e.done = 0, nil
	e.payload = e.payload[:0]
}

var entries = rcpool.Pool[entry]{Name: "wal entries"}

type wal struct {
	mu     sync.Mutex
	closed bool
	lsn    uint64
	queue  chan rcpool.Ref[entry]
	out    io.Writer
	exited chan struct{}
}

func open(out io.Writer, depth int) *wal {
	w := &wal{out: out, queue: make(chan rcpool.Ref[entry], depth), exited: make(chan struct{})}
	go w.loop()
	return w
}

// Append copies p into the log and waits until it is durable.
func (w *wal) Append(p []byte) (uint64, error) {
	ref := entries.Get()
	defer rcpool.Drop(&ref)
	e := ref.Value()
	e.payload = append(e.payload, p...)
	done := make(chan error, 1)
	e.done = done
	lsn, err := w.submit(&ref)
	if err != nil {
		return 0, err
	}
	return lsn, <-done
}

// submit moves the entry into the queue unless the log is closed.
func (w *wal) submit(ref *rcpool.Ref[entry]) (uint64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return 0, errClosed
	}
	w.lsn++
	lsn := w.lsn
	ref.Value().lsn = lsn
	w.queue <- rcpool.Move(ref)
	return lsn, nil
}

func (w *wal) loop() {
	defer close(w.exited)
	var group []rcpool.Ref[entry]
	for ref := range w.queue {
		group = append(group, ref)
	more:
		for len(group) < 8 {
			select {
			case next, ok := <-w.queue:
				if !ok {
					break more
				}
				group = append(group, next)
			default:
				break more
			}
		}
		w.commit(group)
		clear(group)
		group = group[:0]
	}
}

// commit takes the references of the group over.
func (w *wal) commit(group []rcpool.Ref[entry]) {
	var page bytes.Buffer
	for _, ref := range group {
		e := ref.Value()
		var head [16]byte
		binary.LittleEndian.PutUint64(head[:], e.lsn)
		binary.LittleEndian.PutUint32(head[8:], uint32(len(e.payload)))
		binary.LittleEndian.PutUint32(head[12:], crc32.ChecksumIEEE(e.payload))
		page.Write(head[:])
		page.Write(e.payload)
	}
	_, err := w.out.Write(page.Bytes())
	for _, ref := range group {
		ref.Value().done <- err
		ref.Release()
	}
}

func (w *wal) Close() {
	w.mu.Lock()
	if !w.closed {
		w.closed = true
		close(w.queue)
	}
	w.mu.Unlock()
	<-w.exited
}

func main() {
	var disk bytes.Buffer
	w := open(&disk, 4)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			if _, err := w.Append(fmt.Appendf(nil, "put k%d", i)); err != nil {
				panic(err)
			}
		})
	}
	wg.Wait()
	w.Close()
	_, err := w.Append([]byte("late"))
	fmt.Println(disk.Len(), err)
	check()
}
