package lostways

import (
	"context"

	"github.com/rcpool/rcpool"
)

type runner1 struct {
	queue
	jobs chan job
}

func (r *runner1) submit(no int) { r.jobs <- job{no, get(no)} }

// What comes after the end is dropped.
func (r *runner1) work(ctx context.Context) {
	defer r.wg.Done()
	for j := range r.jobs { // want "leak: "
		if ctx.Err() != nil {
			continue
		}
		r.done += j.work.Value().No
		j.work.Release()
	}
}

func useRunner1(ctx context.Context) int {
	r := &runner1{jobs: make(chan job, 4)}
	r.wg.Add(1)
	go r.work(ctx)
	r.submit(1)
	close(r.jobs)
	r.wg.Wait()
	return r.done
}

type table1 struct{ all map[string]rcpool.Ref[Work] }

func (t *table1) put(name string, no int) {
	if _, ok := t.all[name]; !ok {
		t.all[name] = get(no)
	}
}

// The work is lost if it fails.
func (t *table1) run(name string) error {
	w, ok := t.all[name]
	if !ok {
		return nil
	}
	delete(t.all, name) // want "leak: "
	if err := handle(w.Value()); err != nil {
		return err
	}
	w.Release()
	return nil
}

func useTable1() error {
	t := &table1{all: map[string]rcpool.Ref[Work]{}}
	t.put("a", 1)
	return t.run("a")
}

type stage1 struct {
	in   chan rcpool.Ref[Work]
	last int
}

func (s *stage1) send(no int) { s.in <- get(no) }

// Work with an old number is skipped and lost.
func (s *stage1) next(ctx context.Context) int {
	for {
		select {
		case <-ctx.Done():
			return 0
		case w := <-s.in: // want "leak: "
			no := w.Value().No
			if no <= s.last {
				continue
			}
			s.last = no
			w.Release()
			return no
		}
	}
}

func useStage1(ctx context.Context) int {
	s := &stage1{in: make(chan rcpool.Ref[Work], 2)}
	s.send(1)
	s.send(1)
	return s.next(ctx) + s.next(ctx)
}

type stack1 struct{ all []rcpool.Ref[Work] }

func (s *stack1) push(no int) { s.all = append(s.all, get(no)) }

// The last one is cut off, and released only if it has files.
func (s *stack1) pop() int {
	if len(s.all) == 0 {
		return 0
	}
	w := s.all[len(s.all)-1]
	s.all = s.all[:len(s.all)-1] // want "leak: "
	n := len(w.Value().Files)
	if n == 0 {
		return 0
	}
	w.Release()
	return n
}

func useStack1() int {
	s := new(stack1)
	s.push(1)
	return s.pop()
}
