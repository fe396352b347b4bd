// truth: correct

// Command jobqueue runs delayed jobs in the order of their deadlines.
package main

import (
	"container/heap"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type job struct {
	name     string
	due      int64
	attempts int
	args     map[string]string
}

func (j *job) Reset() {
	j.name, j.due, j.attempts = "", 0, 0
	clear(j.args)
}

type schedule []rcpool.Ref[job]

func (s schedule) Len() int           { return len(s) }
func (s schedule) Less(i, k int) bool { return s[i].Value().due < s[k].Value().due }
func (s schedule) Swap(i, k int)      { s[i], s[k] = s[k], s[i] }
func (s *schedule) Push(x any)        { *s = append(*s, x.(rcpool.Ref[job])) }
func (s *schedule) Pop() any {
	last := len(*s) - 1
	ref := rcpool.Move(&(*s)[last])
	*s = (*s)[:last]
	return ref
}

var errTransient = errors.New("try again")

type runner struct {
	jobs  rcpool.Pool[job]
	queue schedule
	max   int
	dead  []string
}

func newRunner(max int) *runner {
	r := &runner{max: max}
	r.jobs.Name = "jobs"
	r.jobs.New = func() *job { return &job{args: make(map[string]string)} }
	return r
}

// add schedules a job. args is a list of keys and values.
func (r *runner) add(name string, due int64, args ...string) error {
	ref := r.jobs.Get()
	defer rcpool.Drop(&ref)
	j := ref.Value()
	j.name, j.due = name, due
	if len(args)%2 != 0 {
		return fmt.Errorf("job %s: odd arguments", name)
	}
	for i := 0; i < len(args); i += 2 {
		j.args[args[i]] = args[i+1]
	}
	heap.Push(&r.queue, rcpool.Move(&ref))
	return nil
}

// cancel removes all jobs of that name.
func (r *runner) cancel(name string) int {
	kept := r.queue[:0]
	cancelled := 0
	for _, ref := range r.queue {
		if ref.Value().name == name {
			ref.Release()
			cancelled++
			continue
		}
		kept = append(kept, ref)
	}
	clear(r.queue[len(kept):])
	r.queue = kept
	heap.Init(&r.queue)
	return cancelled
}

// run executes what is due. A job that fails for now is scheduled again.
func (r *runner) run(now int64, do func(*job) error) {
	for r.queue.Len() > 0 && r.queue[0].Value().due <= now {
		ref := heap.Pop(&r.queue).(rcpool.Ref[job])
		j := ref.Value()
		err := do(j)
		j.attempts++
		switch {
		case err == nil:
			ref.Release()
		case errors.Is(err, errTransient) && j.attempts < r.max:
			j.due = now + int64(j.attempts)*10
			heap.Push(&r.queue, ref)
		default:
			r.dead = append(r.dead, j.name)
			ref.Release()
		}
	}
}

func (r *runner) stop() {
	for i := range r.queue {
		rcpool.Drop(&r.queue[i])
	}
	r.queue = nil
}

func main() {
	r := newRunner(3)
	defer r.stop()
	for i := range 6 {
		if err := r.add(fmt.Sprintf("mail-%d", i%4), int64(60-i*10), "to", "ops"); err != nil {
			panic(err)
		}
	}
	fmt.Println(r.add("broken", 1, "lonely"))
	fmt.Println("cancelled", r.cancel("mail-1"))
	for now := int64(0); now < 55; now += 5 {
		r.run(now, func(j *job) error {
			if j.name == "mail-2" {
				return errTransient
			}
			if j.args["to"] == "" {
				return errors.New("no recipient")
			}
			return nil
		})
	}
	fmt.Println("left", r.queue.Len(), "dead", r.dead)
}
