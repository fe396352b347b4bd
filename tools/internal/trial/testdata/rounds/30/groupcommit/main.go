// truth: correct

// Command groupcommit is a write-ahead log that batches the appends of
// concurrent writers into one flush.
package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type record struct {
	lsn  uint64
	body []byte
}

func (r *record) Reset() { r.lsn, r.body = 0, r.body[:0] }

var (
	records  = rcpool.Pool[record]{Name: "wal.records"}
	errEmpty = errors.New("wal: empty record")
)

type request struct {
	rec  rcpool.Ref[record]
	done chan error
}

type wal struct {
	queue chan request
	sink  io.Writer
	next  uint64
	idle  sync.WaitGroup
}

func open(sink io.Writer) *wal {
	w := &wal{queue: make(chan request, 8), sink: sink}
	w.idle.Go(w.loop)
	return w
}

// Append takes rec over.
func (w *wal) Append(ctx context.Context, rec rcpool.Ref[record]) error {
	defer rcpool.Drop(&rec)
	if len(rec.Value().body) == 0 {
		return errEmpty
	}
	req := request{rec: rcpool.Move(&rec), done: make(chan error, 1)}
	select {
	case w.queue <- req:
	case <-ctx.Done():
		req.rec.Release()
		return ctx.Err()
	}
	select {
	case err := <-req.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *wal) loop() {
	batch := make([]request, 0, 4)
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case req, ok := <-w.queue:
			if !ok {
				w.commit(batch)
				return
			}
			if batch = append(batch, req); len(batch) < cap(batch) {
				continue
			}
		case <-tick.C:
		}
		w.commit(batch)
		clear(batch)
		batch = batch[:0]
	}
}

// commit writes the batch, releases its records and tells the writers.
func (w *wal) commit(batch []request) {
	if len(batch) == 0 {
		return
	}
	var page bytes.Buffer
	for _, req := range batch {
		w.next++
		r := req.rec.Value()
		r.lsn = w.next
		var head [12]byte
		binary.BigEndian.PutUint64(head[:], r.lsn)
		binary.BigEndian.PutUint32(head[8:], uint32(len(r.body)))
		page.Write(head[:])
		page.Write(r.body)
	}
	_, err := page.WriteTo(w.sink)
	for _, req := range batch {
		req.rec.Release()
		req.done <- err
	}
}

// Close must be called after the last Append has returned.
func (w *wal) Close() {
	close(w.queue)
	w.idle.Wait()
}

func main() {
	var disk bytes.Buffer
	w := open(&disk)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var writers sync.WaitGroup
	for i := range 6 {
		writers.Go(func() {
			rec := records.Get()
			if i != 3 {
				rec.Value().body = fmt.Appendf(rec.Value().body, "put k%d=v%d", i, i*i)
			}
			if err := w.Append(ctx, rec); err != nil {
				fmt.Println("writer", i, err)
			}
		})
	}
	writers.Wait()
	w.Close()
	fmt.Println("bytes", disk.Len())
}
