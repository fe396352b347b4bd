// truth: zero-ref line 60 plain

package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Batch struct {
	To   []string
	Size int
}

func (b *Batch) Reset() {
	clear(b.To)
	b.To, b.Size = b.To[:0], 0
}

var batches = rcpool.Pool[Batch]{Name: "batches"}

type mailer struct {
	max   int
	queue chan rcpool.Ref[Batch]
	wg    sync.WaitGroup
	sent  int
}

func (m *mailer) work() {
	for batch := range m.queue {
		m.sent += len(batch.Value().To)
		batch.Release()
	}
}

func newMailer(max int) *mailer {
	m := &mailer{max: max, queue: make(chan rcpool.Ref[Batch], 2)}
	m.wg.Go(m.work)
	return m
}

// send splits the recipients into batches. It returns the size of the last one.
func (m *mailer) send(to []string, size int) (last int) {
	batch := batches.Get()
	defer rcpool.Drop(&batch)
	for _, addr := range to {
		b := batch.Value()
		b.To = append(b.To, addr)
		b.Size += size
		if len(b.To) == m.max {
			last = b.Size
			m.queue <- rcpool.Move(&batch)
			batch = batches.Get()
		}
	}
	if len(batch.Value().To) > 0 {
		m.queue <- rcpool.Move(&batch)
		last = batch.Value().Size
	}
	return last
}

func (m *mailer) close() {
	close(m.queue)
	m.wg.Wait()
}

func main() {
	m := newMailer(3)
	defer m.close()
	var to []string
	for i := range 6 {
		to = append(to, fmt.Sprintf("user%d@example.com", i))
	}
	fmt.Println(m.send(to, 100))
	fmt.Println(m.send(nil, 100))
	fmt.Println(m.send(to[:5], 100))
}
