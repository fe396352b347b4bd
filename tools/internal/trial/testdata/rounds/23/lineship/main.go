// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/valyala/bytebufferpool"
)

var bufs bytebufferpool.Pool

type upload func(body []byte) error

// shipper sends lines in bulk. What cannot be sent stays in the backlog.
type shipper struct {
	mu      sync.Mutex
	current *bytebufferpool.ByteBuffer
	backlog []*bytebufferpool.ByteBuffer
	limit   int
	up      upload
	dropped int
}

func (s *shipper) line(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current == nil {
		s.current = bufs.Get()
	}
	fmt.Fprintf(s.current, format+"\n", args...)
	if s.current.Len() >= s.limit {
		s.seal()
	}
}

func (s *shipper) seal() {
	if s.current == nil {
		return
	}
	s.backlog = append(s.backlog, s.current)
	s.current = nil
	if len(s.backlog) > 4 {
		oldest := s.backlog[0]
		s.dropped += strings.Count(string(oldest.B), "\n")
		s.backlog = s.backlog[1:]
		bufs.Put(oldest)
	}
}

// take removes everything from the backlog.
func (s *shipper) take() []*bytebufferpool.ByteBuffer {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seal()
	out := s.backlog
	s.backlog = nil
	return out
}

func (s *shipper) giveBack(rest []*bytebufferpool.ByteBuffer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.backlog = append(rest, s.backlog...)
}

func (s *shipper) ship() error {
	batch := s.take()
	for len(batch) > 0 {
		if err := s.up(batch[0].B); err != nil {
			s.giveBack(batch)
			return err
		}
		bufs.Put(batch[0])
		batch[0] = nil
		batch = batch[1:]
	}
	return nil
}

func (s *shipper) loop(every time.Duration, stop <-chan struct{}) error {
	t := time.NewTicker(every)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			_ = s.ship()
		case <-stop:
			return s.ship()
		}
	}
}

func main() {
	var received []string
	calls := 0
	s := &shipper{limit: 100, up: func(body []byte) error {
		calls++
		if calls == 2 {
			return errors.New("503")
		}
		received = append(received, strings.Split(strings.TrimSpace(string(body)), "\n")...)
		return nil
	}}
	stop := make(chan struct{})
	done := make(chan error)
	go func() { done <- s.loop(2*time.Millisecond, stop) }()
	for i := range 40 {
		s.line("event number %d", i)
		if i%8 == 0 {
			time.Sleep(time.Millisecond)
		}
	}
	close(stop)
	err := <-done
	for err != nil {
		err = s.ship()
	}
	fmt.Println(len(received)+s.dropped, err)
}
