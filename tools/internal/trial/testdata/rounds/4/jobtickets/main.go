// truth: correct

// Jobtickets passes pooled tickets to workers, which give them back when the
// answer is out.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

type ticket struct {
	id     int
	args   []int
	sum    int
	err    error
	finish func(*ticket) // borrows the ticket
}

var tickets = sync.Pool{New: func() any { return new(ticket) }}

func newTicket(id int, finish func(*ticket), args ...int) *ticket {
	t := tickets.Get().(*ticket)
	t.id = id
	t.finish = finish
	t.args = append(t.args[:0], args...)
	return t
}

func (t *ticket) recycle() {
	*t = ticket{args: t.args[:0]}
	tickets.Put(t)
}

var errEmpty = errors.New("nothing to add")

type Workers struct {
	queue chan *ticket
	wg    sync.WaitGroup
}

func Start(n int) *Workers {
	w := &Workers{queue: make(chan *ticket)}
	for range n {
		w.wg.Go(func() {
			for t := range w.queue {
				w.do(t)
			}
		})
	}
	return w
}

// do owns t.
func (w *Workers) do(t *ticket) {
	defer t.recycle()
	defer func() {
		if r := recover(); r != nil {
			t.err = fmt.Errorf("job %d: %v", t.id, r)
		}
		t.finish(t)
	}()
	if len(t.args) == 0 {
		t.err = errEmpty
		return
	}
	for _, a := range t.args {
		if a < 0 {
			panic("negative")
		}
		t.sum += a
	}
}

// Submit takes t over, also when ctx is done first.
func (w *Workers) Submit(ctx context.Context, t *ticket) error {
	select {
	case w.queue <- t:
		return nil
	case <-ctx.Done():
		t.recycle()
		return ctx.Err()
	}
}

func (w *Workers) Stop() {
	close(w.queue)
	w.wg.Wait()
}

func main() {
	w := Start(3)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var mu sync.Mutex
	sums, errs := map[int]int{}, map[int]error{}
	finish := func(t *ticket) {
		mu.Lock()
		defer mu.Unlock()
		if t.err != nil {
			errs[t.id] = t.err
			return
		}
		sums[t.id] = t.sum
	}
	for i := range 10 {
		args := []int{i, i, i}
		switch i {
		case 4:
			args = nil
		case 7:
			args[2] = -1
		}
		if err := w.Submit(ctx, newTicket(i, finish, args...)); err != nil {
			fmt.Println(err)
		}
	}
	w.Stop()
	done, stop := context.WithCancel(ctx)
	stop()
	idle := &Workers{queue: make(chan *ticket)}
	fmt.Println(idle.Submit(done, newTicket(99, finish)))
	fmt.Println(sums, errs)
}
