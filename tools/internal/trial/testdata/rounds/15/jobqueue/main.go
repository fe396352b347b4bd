// truth: double-release line 68 callee
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type task struct {
	name string
	args []string
}

func (t *task) Reset() {
	clear(t.args)
	t.args = t.args[:0]
	t.name = ""
}

var tasks = rcpool.Pool[task]{Name: "tasks"}

var errStopped = errors.New("scheduler stopped")

type scheduler struct {
	mu      sync.Mutex
	stopped bool
	queue   []rcpool.Ref[task]
	ran     int
}

func (s *scheduler) enqueue(t rcpool.Ref[task]) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		t.Release()
		return errStopped
	}
	s.queue = append(s.queue, t)
	return nil
}

func (s *scheduler) drain() {
	s.mu.Lock()
	q := s.queue
	s.queue = nil
	s.mu.Unlock()
	for _, t := range q {
		s.ran += len(t.Value().args)
		t.Release()
	}
}

func (s *scheduler) stop() {
	s.mu.Lock()
	s.stopped = true
	s.mu.Unlock()
	s.drain()
}

func submit(s *scheduler, name string, args ...string) error {
	t := tasks.Get()
	t.Value().name = name
	t.Value().args = append(t.Value().args, args...)
	if err := s.enqueue(t); err != nil {
		t.Release()
		return fmt.Errorf("submit %s: %w", name, err)
	}
	return nil
}

func main() {
	defer func() {
		if p := recover(); p != nil {
			fmt.Println("panic:", p.(*rcpool.Misuse).Kind)
		}
	}()
	s := &scheduler{}
	fmt.Println(submit(s, "resize", "a.png", "b.png"))
	s.drain()
	fmt.Println(submit(s, "mail", "ann"))
	s.stop()
	fmt.Println(s.ran)
	fmt.Println(submit(s, "late"))
}
