// truth: correct

package main

import (
	"fmt"
	"hash/crc32"
	"sync"

	"github.com/rcpool/rcpool"
)

type Blob struct {
	Name string
	Data []byte
}

func (b *Blob) Reset() { b.Name, b.Data = "", b.Data[:0] }

var blobs rcpool.Pool[Blob]

// Workers run jobs. Every job that was accepted runs exactly once, also after
// Close.
type Workers struct {
	mu     sync.Mutex
	closed bool
	jobs   chan func()
	wg     sync.WaitGroup
}

func NewWorkers(n int) *Workers {
	w := &Workers{jobs: make(chan func(), 16)}
	for range n {
		w.wg.Go(func() {
			for job := range w.jobs {
				job()
			}
		})
	}
	return w
}

// Submit runs the job, or returns false if the workers are closed.
func (w *Workers) Submit(job func()) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return false
	}
	w.jobs <- job
	return true
}

func (w *Workers) Close() {
	w.mu.Lock()
	w.closed = true
	close(w.jobs)
	w.mu.Unlock()
	w.wg.Wait()
}

type results struct {
	sync.Mutex
	sums  map[string]uint32
	sizes map[string]int
}

func process(w *Workers, out *results, name string, size int) bool {
	blob := blobs.Get()
	defer blob.Release()
	b := blob.Value()
	b.Name = name
	for i := range size {
		b.Data = append(b.Data, byte(i))
	}
	checksum := blob.Hold(func(b *Blob) {
		sum := crc32.ChecksumIEEE(b.Data)
		out.Lock()
		defer out.Unlock()
		out.sums[b.Name] = sum
	})
	if !w.Submit(checksum) {
		checksum() // nobody else will, and it has a reference
		return false
	}
	measure := blob.Hold(func(b *Blob) {
		out.Lock()
		defer out.Unlock()
		out.sizes[b.Name] = len(b.Data)
	})
	if !w.Submit(measure) {
		measure()
		return false
	}
	return true
}

func main() {
	w := NewWorkers(2)
	out := &results{sums: make(map[string]uint32), sizes: make(map[string]int)}
	for i := range 12 {
		if !process(w, out, fmt.Sprint("blob", i), i*10) {
			panic("closed too early")
		}
	}
	w.Close()
	fmt.Println(process(w, out, "late", 3), len(out.sums), len(out.sizes))
}
