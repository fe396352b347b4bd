// truth: correct

// Command memmirror writes each request to a primary, and mirrors a part of
// the traffic to a shadow in the background.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc/mem"
)

type backend interface {
	// send borrows the data.
	send(data []byte) error
}

type mirror struct {
	primary backend
	shadow  backend
	rate    int
	queue   chan mem.Buffer
	wg      sync.WaitGroup
	skipped atomic.Int64
	failed  atomic.Int64
}

func newMirror(primary, shadow backend, rate, depth int) *mirror {
	m := &mirror{primary: primary, shadow: shadow, rate: rate, queue: make(chan mem.Buffer, depth)}
	m.wg.Add(1)
	go m.drain()
	return m
}

func (m *mirror) drain() {
	defer m.wg.Done()
	for b := range m.queue {
		if err := m.shadow.send(b.ReadOnlyData()); err != nil {
			m.failed.Add(1)
		}
		b.Free()
	}
}

// handle takes the request over.
func (m *mirror) handle(n int, b mem.Buffer) error {
	defer b.Free()
	if n%m.rate == 0 {
		b.Ref()
		select {
		case m.queue <- b:
		default:
			b.Free()
			m.skipped.Add(1)
		}
	}
	return m.primary.send(b.ReadOnlyData())
}

// retry sends the request again a few times; each try has its own reference.
func (m *mirror) retry(n int, b mem.Buffer, tries int) (err error) {
	for try := range tries {
		if try < tries-1 {
			b.Ref()
		}
		if err = m.handle(n, b); err == nil {
			if try < tries-1 {
				b.Free()
			}
			return nil
		}
	}
	return err
}

func (m *mirror) close() {
	close(m.queue)
	m.wg.Wait()
}

type sum struct {
	mu    sync.Mutex
	crc   uint32
	calls int
	fails int // every how manieth call
}

func (s *sum) send(data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	if s.fails > 0 && s.calls%s.fails == 0 {
		return errors.New("unavailable")
	}
	s.crc ^= crc32.ChecksumIEEE(data)
	return nil
}

func main() {
	primary, shadow := &sum{fails: 3}, &sum{fails: 5}
	m := newMirror(primary, shadow, 2, 4)
	pool := mem.DefaultBufferPool()
	lost := 0
	for i := range 20 {
		body := bytes.Repeat([]byte{byte(i)}, 1500+i)
		if err := m.retry(i, mem.Copy(body, pool), 1+i%3); err != nil {
			lost++
		}
	}
	m.close()
	fmt.Println("lost", lost, "calls", primary.calls)
}
