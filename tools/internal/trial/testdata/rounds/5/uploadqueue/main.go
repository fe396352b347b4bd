// truth: zero-ref line 38 plain
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Upload struct {
	Name string
	Size int
}

var uploads rcpool.Pool[Upload]

type Queue struct {
	mu    sync.Mutex
	items []rcpool.Ref[Upload]
	log   func(string, ...any)
}

func (q *Queue) Enqueue(name string, size int) error {
	up := uploads.Get()
	defer rcpool.Drop(&up)
	u := up.Value()
	u.Name, u.Size = name, size
	if size > 1<<20 {
		return errors.New("too large: " + name)
	}
	q.mu.Lock()
	q.items = append(q.items, rcpool.Move(&up))
	depth := len(q.items)
	q.mu.Unlock()
	if depth > 2 {
		q.log("%s waits behind %d others", up.Value().Name, depth-1)
	}
	return nil
}

func (q *Queue) Process(f func(*Upload)) {
	q.mu.Lock()
	items := q.items
	q.items = nil
	q.mu.Unlock()
	for _, up := range items {
		f(up.Value())
		up.Release()
	}
}

func main() {
	q := &Queue{log: func(format string, args ...any) { fmt.Printf(format+"\n", args...) }}
	for i, size := range []int{10, 2 << 20, 30} {
		if err := q.Enqueue(fmt.Sprint("file", i), size); err != nil {
			fmt.Println(err)
		}
	}
	q.Process(func(u *Upload) { fmt.Println(u.Name, u.Size) })
	for i := range 4 {
		q.Enqueue(fmt.Sprint("more", i), i)
	}
}
