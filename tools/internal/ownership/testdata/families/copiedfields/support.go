// Package copiedfields has references that a method copies from one field to another one.
package copiedfields

import (
	"bytes"
	"sync"

	"github.com/rcpool/rcpool"
)

type Item struct {
	ID   int
	Name string
}

var items = rcpool.Pool[Item]{Name: "items"}

func get(id int) rcpool.Ref[Item] {
	item := items.Get()
	item.Value().ID = id
	return item
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func buffer() *bytes.Buffer {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

type task struct {
	id   int
	deps []int
}

var tasks = sync.Pool{New: func() any { return new(task) }}
