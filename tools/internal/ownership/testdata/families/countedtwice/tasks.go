// Package countedtwice has objects that embed their count, and are released again by callers of
// what has released them.
package countedtwice

import (
	"errors"

	"github.com/rcpool/rcpool/classic"
)

type task struct {
	classic.ReferenceCounter
	table string
	keys  []int
}

var tasks = classic.NewReferenceCountedPool(
	func(c classic.ReferenceCounter) classic.ReferenceCountable { return &task{ReferenceCounter: c} },
	func(i any) error {
		t := i.(*task)
		t.table, t.keys = "", t.keys[:0]
		return nil
	},
)

var errNoKeys = errors.New("no keys")

// execute runs the task and ends it.
func execute(t *task) error {
	defer t.DecrementReferenceCount()
	if len(t.keys) == 0 {
		return errNoKeys
	}
	return nil
}

// check leaves the task to the caller.
func check(t *task) error {
	if len(t.keys) == 0 {
		return errNoKeys
	}
	return nil
}

func newTask(table string, keys []int) *task {
	t := tasks.Get().(*task)
	t.table = table
	t.keys = append(t.keys, keys...)
	return t
}
