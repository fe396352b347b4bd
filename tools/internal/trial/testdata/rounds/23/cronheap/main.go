// truth: correct
package main

import (
	"container/heap"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Job struct {
	Name    string
	Payload []byte
	Runs    int
}

func (j *Job) Reset() { *j = Job{Payload: j.Payload[:0]} }

var jobPool = rcpool.Pool[Job]{Name: "cron.jobs"}

type task struct {
	id    int
	job   rcpool.Ref[Job]
	due   int
	every int
	index int
}

type queue []*task

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].due < q[j].due }
func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}
func (q *queue) Push(x any) {
	t := x.(*task)
	t.index = len(*q)
	*q = append(*q, t)
}
func (q *queue) Pop() any {
	old := *q
	t := old[len(old)-1]
	old[len(old)-1] = nil
	*q = old[:len(old)-1]
	t.index = -1
	return t
}

type Cron struct {
	q    queue
	byID map[int]*task
	now  int
	next int
}

var errOnce = errors.New("do not run again")

func NewCron() *Cron { return &Cron{byID: map[int]*task{}} }

func (c *Cron) Schedule(name, payload string, in, every int) int {
	job := jobPool.Get()
	job.Value().Name = name
	job.Value().Payload = append(job.Value().Payload, payload...)
	c.next++
	t := &task{id: c.next, job: job, due: c.now + in, every: every}
	heap.Push(&c.q, t)
	c.byID[t.id] = t
	return t.id
}

// Cancel forgets a task. A task that runs just now finishes, and runs no more.
func (c *Cron) Cancel(id int) bool {
	t, ok := c.byID[id]
	delete(c.byID, id)
	if !ok {
		return false
	}
	if t.index < 0 {
		t.every = 0
		return true
	}
	heap.Remove(&c.q, t.index)
	t.job.Release()
	return true
}

// Advance runs what is due.
func (c *Cron) Advance(to int, run func(*Job) error) {
	for len(c.q) > 0 && c.q[0].due <= to {
		t := heap.Pop(&c.q).(*task)
		c.now = t.due
		t.job.Value().Runs++
		err := run(t.job.Value())
		if t.every == 0 || errors.Is(err, errOnce) {
			delete(c.byID, t.id)
			rcpool.Drop(&t.job)
			continue
		}
		t.due += t.every
		heap.Push(&c.q, t)
	}
	c.now = to
}

func (c *Cron) Stop() {
	for _, t := range c.q {
		t.job.Release()
	}
	c.q, c.byID = nil, nil
}

func main() {
	c := NewCron()
	defer c.Stop()
	c.Schedule("backup", "db1", 5, 10)
	report := c.Schedule("report", "weekly", 7, 7)
	once := c.Schedule("welcome", "ann", 1, 0)
	c.Schedule("probe", "host", 2, 2)
	c.Advance(20, func(j *Job) error {
		fmt.Println(j.Name, string(j.Payload), j.Runs)
		if j.Name == "probe" && j.Runs == 3 {
			return errOnce
		}
		return nil
	})
	fmt.Println(c.Cancel(report), c.Cancel(once), c.Cancel(99))
}
