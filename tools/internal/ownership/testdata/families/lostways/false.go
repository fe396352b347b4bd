package lostways

import (
	"context"

	"github.com/rcpool/rcpool"
)

type runner2 struct {
	queue
	jobs chan job
}

func (r *runner2) submit(no int) { r.jobs <- job{no, get(no)} }

// What comes after the end is released, too.
func (r *runner2) work(ctx context.Context) {
	defer r.wg.Done()
	for {
		j, ok := <-r.jobs
		if !ok {
			return
		}
		if ctx.Err() != nil {
			j.work.Release()
			continue
		}
		r.done += j.work.Value().No
		j.work.Release()
	}
}

func useRunner2(ctx context.Context) int {
	r := &runner2{jobs: make(chan job, 4)}
	r.wg.Add(1)
	go r.work(ctx)
	r.submit(1)
	close(r.jobs)
	r.wg.Wait()
	return r.done
}

type table2 struct{ all map[string]rcpool.Ref[Work] }

func (t *table2) put(name string, no int) {
	if _, ok := t.all[name]; !ok {
		t.all[name] = get(no)
	}
}

// There may be no work, and a failed one goes back.
func (t *table2) run(name string) error {
	w := t.all[name]
	delete(t.all, name)
	if w.IsZero() {
		return nil
	}
	if err := handle(w.Value()); err != nil {
		t.all[name] = w
		return err
	}
	w.Release()
	return nil
}

func (t *table2) drop(name string) {
	if w, ok := t.all[name]; ok {
		defer w.Release()
		delete(t.all, name)
		if w.Value().No > 9 {
			return
		}
		handle(w.Value())
	}
}

func useTable2() error {
	t := &table2{all: map[string]rcpool.Ref[Work]{}}
	t.put("a", 1)
	t.drop("b")
	return t.run("a")
}

type stage2 struct {
	in      chan rcpool.Ref[Work]
	waiting []rcpool.Ref[Work]
	last    int
}

func (s *stage2) send(no int) { s.in <- get(no) }

// Work that comes too early waits.
func (s *stage2) next(ctx context.Context) int {
	for {
		select {
		case <-ctx.Done():
			return 0
		case w := <-s.in:
			no := w.Value().No
			if no > s.last+1 {
				s.waiting = append(s.waiting, w)
				continue
			}
			s.last = no
			w.Release()
			return no
		}
	}
}

func (s *stage2) close() {
	for _, w := range s.waiting {
		w.Release()
	}
	s.waiting = nil
}

func useStage2(ctx context.Context) int {
	s := &stage2{in: make(chan rcpool.Ref[Work], 2)}
	defer s.close()
	s.send(1)
	s.send(3)
	return s.next(ctx) + s.next(ctx)
}

type stack2 struct{ all []rcpool.Ref[Work] }

func (s *stack2) push(no int) { s.all = append(s.all, get(no)) }

// The last one is released by the callee, whatever comes.
func (s *stack2) pop() int {
	if len(s.all) == 0 {
		return 0
	}
	w := s.all[len(s.all)-1]
	s.all = s.all[:len(s.all)-1]
	if n := finish(w); n > 0 {
		return n
	}
	return 0
}

func finish(w rcpool.Ref[Work]) int {
	defer w.Release()
	return len(w.Value().Files)
}

func useStack2() int {
	s := new(stack2)
	s.push(1)
	return s.pop()
}
