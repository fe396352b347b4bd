// truth: correct

// Agenda runs jobs by priority; the heap owns the jobs that wait.
package main

import (
	"container/heap"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type Job struct {
	Name  string
	Due   int
	Tries int
}

type jobRef = rcpool.Ref[Job]

var jobs = rcpool.Pool[Job]{Name: "jobs"}

type queue []jobRef

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].Value().Due < q[j].Value().Due }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(jobRef)) }

func (q *queue) Pop() any {
	old := *q
	last := old[len(old)-1]
	old[len(old)-1] = jobRef{}
	*q = old[:len(old)-1]
	return last
}

type Agenda struct {
	waiting queue
	ran     []string
}

func (a *Agenda) Plan(name string, due int) {
	ref := jobs.Get()
	*ref.Value() = Job{Name: name, Due: due}
	heap.Push(&a.waiting, ref)
}

// Run runs what is due by now. A job that fails is planned again, twice.
func (a *Agenda) Run(now int, do func(*Job) bool) {
	for a.waiting.Len() > 0 && a.waiting[0].Value().Due <= now {
		a.runFirst(do)
	}
}

func (a *Agenda) runFirst(do func(*Job) bool) {
	ref := heap.Pop(&a.waiting).(jobRef)
	defer rcpool.Drop(&ref)
	job := ref.Value()
	watch := ref.AfterFunc(time.Minute, func(j *Job) { fmt.Println("slow:", j.Name) })
	defer watch()
	if do(job) {
		a.ran = append(a.ran, job.Name)
		return
	}
	if job.Tries++; job.Tries < 3 {
		job.Due += 10 * job.Tries
		heap.Push(&a.waiting, rcpool.Move(&ref))
	}
}

func (a *Agenda) Cancel(name string) bool {
	for i, ref := range a.waiting {
		if ref.Value().Name == name {
			removed := heap.Remove(&a.waiting, i).(jobRef)
			removed.Release()
			return true
		}
	}
	return false
}

func (a *Agenda) Close() {
	for a.waiting.Len() > 0 {
		heap.Pop(&a.waiting).(jobRef).Release()
	}
}

func main() {
	var a Agenda
	defer a.Close()
	for i := range 8 {
		a.Plan(fmt.Sprint("job", i), (i*5)%17)
	}
	fmt.Println(a.Cancel("job3"), a.Cancel("job30"))
	flaky := map[string]int{}
	for now := 0; now < 30; now += 4 {
		a.Run(now, func(j *Job) bool {
			flaky[j.Name]++
			return j.Name != "job6" && (j.Name != "job2" || flaky[j.Name] > 1)
		})
	}
	fmt.Println(a.ran, a.waiting.Len())
}
