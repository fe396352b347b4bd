// truth: correct
package main

import (
	"bytes"
	"container/heap"
	"errors"
	"fmt"
	"sync"
)

var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// retry is a notification that waits for its time; it owns its body.
type retry struct {
	due  int
	to   string
	try  int
	body *bytes.Buffer
}

func (r *retry) drop() {
	if r.body == nil {
		return
	}
	r.body.Reset()
	bodies.Put(r.body)
	r.body = nil
}

type queue []retry

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].due < q[j].due }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(retry)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	r := (*q)[last]
	(*q)[last] = retry{}
	*q = (*q)[:last]
	return r
}

type notifier struct {
	q    queue
	max  int
	send func(to, body string) error
}

var errDown = errors.New("endpoint is down")

func (n *notifier) notify(now int, to string, parts ...string) {
	r := retry{due: now, to: to, body: bodies.Get().(*bytes.Buffer)}
	for _, p := range parts {
		r.body.WriteString(p)
	}
	if len(n.q) >= n.max {
		// The one that is due last makes room.
		worst := 0
		for i := range n.q {
			if n.q[i].due >= n.q[worst].due {
				worst = i
			}
		}
		old := heap.Remove(&n.q, worst).(retry)
		fmt.Println("no room for", old.to)
		old.drop()
	}
	heap.Push(&n.q, r)
}

// tick sends what is due.
func (n *notifier) tick(now int) (sent int) {
	for len(n.q) > 0 && n.q[0].due <= now {
		r := heap.Pop(&n.q).(retry)
		err := n.send(r.to, r.body.String())
		r.try++
		if errors.Is(err, errDown) && r.try < 3 {
			r.due = now + 1<<r.try
			heap.Push(&n.q, r)
			continue
		}
		if err == nil {
			sent++
		}
		r.drop()
	}
	return sent
}

func (n *notifier) close() int {
	left := len(n.q)
	for i := range n.q {
		n.q[i].drop()
	}
	n.q = nil
	return left
}

func main() {
	n := &notifier{max: 3, send: func(to, body string) error {
		switch to {
		case "down":
			return errDown
		case "gone":
			return errors.New("410")
		}
		fmt.Println("to", to, body)
		return nil
	}}
	n.notify(0, "ada", "paid ", "100")
	n.notify(0, "down", "paid ", "7")
	n.notify(0, "gone", "x")
	for now := range 3 {
		fmt.Println(now, n.tick(now), len(n.q))
	}
	n.notify(9, "bob", "late")
	n.notify(8, "cyd", "early")
	n.notify(7, "dan", "earlier")
	fmt.Println(n.tick(7), n.close(), n.close())
}
