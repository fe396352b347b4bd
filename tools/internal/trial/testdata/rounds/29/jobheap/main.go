// truth: correct

// Command jobheap runs delayed jobs in the order of their deadlines. A job can
// be cancelled by its id until it starts.
package main

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type Job struct {
	id      int
	at      int64
	args    []string
	dropped bool
}

func (j *Job) Reset() {
	clear(j.args)
	*j = Job{args: j.args[:0]}
}

var jobs = rcpool.Pool[Job]{Name: "sched.jobs"}

type jobQueue []rcpool.Ref[Job]

func (q jobQueue) Len() int           { return len(q) }
func (q jobQueue) Less(i, j int) bool { return q[i].Value().at < q[j].Value().at }
func (q jobQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *jobQueue) Push(x any)        { *q = append(*q, x.(rcpool.Ref[Job])) }
func (q *jobQueue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

type scheduler struct {
	mu     sync.Mutex
	nextID int
	queue  jobQueue
	index  map[int]rcpool.Ref[Job] // references of its own
}

func (s *scheduler) schedule(at int64, args ...string) int {
	ref := jobs.Get()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextID++
	j := ref.Value()
	j.id, j.at = s.nextID, at
	j.args = append(j.args, args...)
	s.index[j.id] = ref.Retain()
	heap.Push(&s.queue, ref)
	return s.nextID
}

// cancel marks a job. It leaves the queue when its time has come.
func (s *scheduler) cancel(id int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	ref, ok := s.index[id]
	if !ok {
		return false
	}
	delete(s.index, id)
	ref.Value().dropped = true
	ref.Release()
	return true
}

// due returns the jobs whose time has come, which the caller owns.
func (s *scheduler) due(now int64) []rcpool.Ref[Job] {
	s.mu.Lock()
	defer s.mu.Unlock()
	var ready []rcpool.Ref[Job]
	for len(s.queue) > 0 && s.queue[0].Value().at <= now {
		ref := heap.Pop(&s.queue).(rcpool.Ref[Job])
		if ref.Value().dropped {
			ref.Release()
			continue
		}
		if indexed, ok := s.index[ref.Value().id]; ok {
			delete(s.index, ref.Value().id)
			indexed.Release()
		}
		ready = append(ready, ref)
	}
	return ready
}

func (s *scheduler) run(now int64, workers int, do func(*Job) string) []string {
	ready := s.due(now)
	work := make(chan rcpool.Ref[Job])
	results := make([]string, 0, len(ready))
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for ref := range work {
				r := do(ref.Value())
				ref.Release()
				mu.Lock()
				results = append(results, r)
				mu.Unlock()
			}
		})
	}
	for _, ref := range ready {
		work <- ref
	}
	close(work)
	wg.Wait()
	slices.SortFunc(results, cmp.Compare)
	return results
}

func (s *scheduler) stop() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	left := 0
	for _, ref := range s.queue {
		if !ref.Value().dropped {
			left++
		}
		ref.Release()
	}
	s.queue = nil
	for id, ref := range s.index {
		delete(s.index, id)
		ref.Release()
	}
	return left
}

func main() {
	s := &scheduler{index: map[int]rcpool.Ref[Job]{}}
	var ids []int
	for i := range 10 {
		ids = append(ids, s.schedule(int64(100-10*i), "send", fmt.Sprint(i)))
	}
	fmt.Println(s.cancel(ids[9]), s.cancel(ids[9]), s.cancel(ids[2]))
	do := func(j *Job) string { return fmt.Sprintf("%d:%v", j.at, j.args) }
	fmt.Println(s.run(50, 3, do))
	fmt.Println(s.cancel(ids[5]), s.stop())
}
