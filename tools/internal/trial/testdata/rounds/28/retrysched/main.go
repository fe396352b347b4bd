// truth: correct

// Command retrysched delivers webhooks and tries again with a growing delay.
// Shutdown gives up on those that wait, and says which ones.
package main

import (
	"errors"
	"fmt"
	"sort"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Hook struct {
	ID      int
	URL     string
	Body    []byte
	Attempt int
}

func (h *Hook) Reset() { *h = Hook{Body: h.Body[:0]} }

var hooks = rcpool.Pool[Hook]{Name: "hooks"}

type waiting struct {
	hook rcpool.Ref[Hook] // owned
	stop func() bool
}

type Scheduler struct {
	post func(url string, body []byte) error
	base time.Duration

	mu      sync.Mutex
	pending map[int]*waiting
	closed  bool
	idle    *sync.Cond
	ok      int
}

func NewScheduler(post func(string, []byte) error, base time.Duration) *Scheduler {
	s := &Scheduler{post: post, base: base, pending: make(map[int]*waiting)}
	s.idle = sync.NewCond(&s.mu)
	return s
}

// Deliver takes hook over.
func (s *Scheduler) Deliver(hook rcpool.Ref[Hook]) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		hook.Release()
		return errors.New("scheduler is closed")
	}
	id := hook.Value().ID
	if _, dup := s.pending[id]; dup {
		hook.Release()
		return fmt.Errorf("hook %d is pending", id)
	}
	w := &waiting{hook: hook}
	s.pending[id] = w
	s.arm(w, 0)
	return nil
}

// arm is called with the lock held.
func (s *Scheduler) arm(w *waiting, delay time.Duration) {
	w.stop = w.hook.AfterFunc(delay, s.attempt)
}

// attempt runs in the goroutine of a timer, which holds the hook.
func (s *Scheduler) attempt(h *Hook) {
	err := s.post(h.URL, h.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	w, ok := s.pending[h.ID]
	if !ok {
		return // Shutdown has given up on it
	}
	h.Attempt++
	if err != nil && h.Attempt < 4 {
		s.arm(w, s.base<<h.Attempt)
		return
	}
	if err == nil {
		s.ok++
	}
	delete(s.pending, h.ID)
	w.hook.Release()
	s.idle.Broadcast()
}

// Wait waits until at most n hooks are pending.
func (s *Scheduler) Wait(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.pending) > n {
		s.idle.Wait()
	}
}

func (s *Scheduler) Shutdown() (abandoned []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for id, w := range s.pending {
		w.stop()
		w.hook.Release()
		delete(s.pending, id)
		abandoned = append(abandoned, id)
	}
	sort.Ints(abandoned)
	return abandoned
}

func newHook(id int, url string) rcpool.Ref[Hook] {
	hook := hooks.Get()
	h := hook.Value()
	h.ID, h.URL = id, url
	h.Body = fmt.Appendf(h.Body, `{"id":%d}`, id)
	return hook
}

func main() {
	var mu sync.Mutex
	calls := map[string]int{}
	s := NewScheduler(func(url string, body []byte) error {
		mu.Lock()
		defer mu.Unlock()
		calls[url]++
		if url == "http://down" || url == "http://flaky" && calls[url] < 3 {
			return errors.New("502")
		}
		return nil
	}, time.Millisecond)
	for i, url := range []string{"http://a", "http://flaky", "http://down", "http://b"} {
		if err := s.Deliver(newHook(i, url)); err != nil {
			fmt.Println(err)
		}
	}
	s.Wait(0)
	s.base = time.Hour
	s.Deliver(newHook(7, "http://down"))
	time.Sleep(20 * time.Millisecond)
	fmt.Println(s.Shutdown(), s.Deliver(newHook(8, "http://a")), s.ok)
}
