// truth: correct
package main

import (
	"container/heap"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Alarm struct {
	At   int
	Name string
	Log  *strings.Builder
}

func (a *Alarm) Reset() { *a = Alarm{} }

var alarms = rcpool.Pool[Alarm]{Name: "alarms"}

// A queue owns its alarms; the earliest one is first.
type queue []rcpool.Ref[Alarm]

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].Value().At < q[j].Value().At }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(rcpool.Ref[Alarm])) }

func (q *queue) Pop() any {
	last := len(*q) - 1
	alarm := (*q)[last]
	(*q)[last] = rcpool.Ref[Alarm]{}
	*q = (*q)[:last]
	return alarm
}

// A Clock counts ticks.
type Clock struct {
	now   int
	queue queue
	log   strings.Builder
}

// Set returns a reference to the alarm, by which the caller may change it.
func (c *Clock) Set(in int, name string) rcpool.Ref[Alarm] {
	alarm := alarms.Get()
	*alarm.Value() = Alarm{At: c.now + in, Name: name, Log: &c.log}
	heap.Push(&c.queue, alarm)
	return alarm.Retain()
}

func (c *Clock) set(in int, name string) {
	alarm := c.Set(in, name)
	alarm.Release()
}

func (c *Clock) Tick() (rang int) {
	c.now++
	for len(c.queue) > 0 && c.queue[0].Value().At <= c.now {
		alarm := heap.Pop(&c.queue).(rcpool.Ref[Alarm])
		a := alarm.Value()
		if a.Name == "" {
			alarm.Release()
			continue
		}
		fmt.Fprintf(a.Log, "%d:%s ", c.now, a.Name)
		rang++
		if rest, ok := strings.CutPrefix(a.Name, "every-"); ok && c.now < 6 {
			a.At = c.now + len(rest)
			heap.Push(&c.queue, alarm)
			continue
		}
		alarm.Release()
	}
	return rang
}

func (c *Clock) Stop() {
	for c.queue.Len() > 0 {
		heap.Pop(&c.queue).(rcpool.Ref[Alarm]).Release()
	}
}

func main() {
	c := &Clock{}
	defer c.Stop()
	c.set(5, "late")
	c.set(1, "early")
	c.set(2, "every-xx")
	cancelled := c.Set(3, "never")
	defer cancelled.Release()
	cancelled.Value().Name = ""
	c.set(100, "next year")
	total := 0
	for range 8 {
		total += c.Tick()
	}
	fmt.Println(total, len(c.queue), strings.TrimSpace(c.log.String()))
}
