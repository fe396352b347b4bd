// truth: use-after-release line 45 plain
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Span struct {
	Op    string
	Start time.Time
	Bytes int
}

type Recorder struct {
	spans rcpool.Pool[Span]
	mu    sync.Mutex
	total map[string]int
	slow  []string
}

func (r *Recorder) add(op string, n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total[op] += n
}

func (r *Recorder) Observe(op string, work func(*Span) error) error {
	span := r.spans.Get()
	s := span.Value()
	s.Op, s.Start = op, time.Now()
	if err := work(s); err != nil {
		span.Release()
		return fmt.Errorf("%s: %w", op, err)
	}
	took := time.Since(s.Start)
	r.add(s.Op, s.Bytes)
	span.Release()
	if took > 2*time.Millisecond {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.slow = append(r.slow, s.Op)
	}
	return nil
}

func main() {
	r := &Recorder{total: map[string]int{}}
	for i, op := range []string{"read", "write", "sync"} {
		err := r.Observe(op, func(s *Span) error {
			s.Bytes = 10 * i
			if i == 1 {
				time.Sleep(4 * time.Millisecond)
			}
			if i == 2 {
				return fmt.Errorf("disk gone")
			}
			return nil
		})
		if err != nil {
			fmt.Println(err)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Printf("%v %q\n", r.total, r.slow)
	if len(r.slow) == 0 || r.slow[0] != "write" {
		panic("the slow operation has no name")
	}
}
