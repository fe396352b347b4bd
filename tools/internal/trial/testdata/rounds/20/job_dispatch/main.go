// truth: double-release line 62 callee

// A dispatcher of ETL tasks with counted objects.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool/classic"
)

type task struct {
	classic.ReferenceCounter
	table string
	keys  []int
}

func resetTask(i any) error {
	t, ok := i.(*task)
	if !ok {
		return fmt.Errorf("%T is no task", i)
	}
	t.table = ""
	t.keys = t.keys[:0]
	return nil
}

var taskPool = classic.NewReferenceCountedPool(func(c classic.ReferenceCounter) classic.ReferenceCountable {
	return &task{ReferenceCounter: c}
}, resetTask)

type executor struct {
	rows map[string]int
	errs []error
}

// execute runs the task and ends it.
func (x *executor) execute(t *task) error {
	defer t.DecrementReferenceCount()
	if len(t.keys) == 0 {
		return fmt.Errorf("table %s: no keys", t.table)
	}
	for _, k := range t.keys {
		x.rows[t.table] += k
	}
	return nil
}

type dispatcher struct {
	mu sync.Mutex
	x  *executor
}

func (d *dispatcher) dispatch(table string, keys ...int) error {
	t := taskPool.Get().(*task)
	t.table = table
	t.keys = append(t.keys, keys...)
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.x.execute(t); err != nil {
		t.DecrementReferenceCount()
		d.x.errs = append(d.x.errs, err)
		return err
	}
	return nil
}

func main() {
	defer func() {
		if p := recover(); p != nil {
			fmt.Println("panic:", p)
		}
	}()
	d := &dispatcher{x: &executor{rows: map[string]int{}}}
	for i, table := range []string{"users", "orders", "empty"} {
		if err := d.dispatch(table, make([]int, 2-i)...); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(d.x.rows)
}
