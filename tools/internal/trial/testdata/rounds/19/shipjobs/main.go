// truth: double-release line 74 hard
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/bytebufferpool"
)

var errRejected = errors.New("rejected")

type job struct {
	topic string
	buf   *bytebufferpool.ByteBuffer
	ack   chan error
}

// A shipper sends batches in the background.
type shipper struct {
	jobs  chan job
	wg    sync.WaitGroup
	bytes atomic.Int64
	delay func(topic string) time.Duration
}

func (s *shipper) start(workers int) {
	for range workers {
		s.wg.Add(1)
		go s.work()
	}
}

func (s *shipper) work() {
	defer s.wg.Done()
	for j := range s.jobs {
		time.Sleep(s.delay(j.topic))
		var err error
		if j.buf.Len() > 100 {
			err = errRejected
		} else {
			s.bytes.Add(int64(j.buf.Len()))
		}
		bytebufferpool.Put(j.buf)
		j.ack <- err
	}
}

// ship waits until the batch has arrived, but not longer than ctx.
func (s *shipper) ship(ctx context.Context, topic string, lines ...string) error {
	j := job{topic, bytebufferpool.Get(), make(chan error, 1)}
	for _, l := range lines {
		j.buf.WriteString(l)
		j.buf.WriteByte('\n')
	}
	if j.buf.Len() == 0 {
		bytebufferpool.Put(j.buf)
		return nil
	}
	select {
	case s.jobs <- j:
	case <-ctx.Done():
		bytebufferpool.Put(j.buf)
		return fmt.Errorf("%s: queue: %w", topic, ctx.Err())
	}
	select {
	case err := <-j.ack:
		return err
	case <-ctx.Done():
		bytebufferpool.Put(j.buf)
		return fmt.Errorf("%s: ack: %w", topic, ctx.Err())
	}
}

func (s *shipper) stop() {
	close(s.jobs)
	s.wg.Wait()
}

func main() {
	s := &shipper{jobs: make(chan job, 1), delay: func(topic string) time.Duration {
		if topic == "slow" {
			return 30 * time.Millisecond
		}
		return 0
	}}
	s.start(1)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	fmt.Println(s.ship(ctx, "fast", "a", "b"))
	fmt.Println(s.ship(ctx, "fast"))
	fmt.Println(s.ship(ctx, "slow", "c"))
	s.stop()
	fmt.Println(s.bytes.Load())
}
