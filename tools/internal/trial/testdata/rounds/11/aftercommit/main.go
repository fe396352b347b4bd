// truth: escape line 54 hard
package main

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
)

var encodeBufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type op struct {
	table string
	key   string
	value string
}

type txn struct {
	ops   []op
	hooks []func() // run after the commit
}

func (t *txn) afterCommit(f func()) { t.hooks = append(t.hooks, f) }

type feed struct {
	mu      sync.Mutex
	changes []string
}

func (f *feed) publish(b []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.changes = append(f.changes, string(b))
}

type engine struct {
	rows map[string]string
	feed *feed
}

func (e *engine) apply(t *txn, o op) error {
	if o.key == "" {
		return errors.New("empty key")
	}
	buf := encodeBufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer encodeBufs.Put(buf)
	fmt.Fprintf(buf, "%s/%s=%q", o.table, o.key, o.value)
	if buf.Len() > 100 {
		return fmt.Errorf("row of %d bytes", buf.Len())
	}
	t.ops = append(t.ops, o)
	t.afterCommit(func() { e.feed.publish(buf.Bytes()) })
	return nil
}

func (e *engine) commit(t *txn) {
	for _, o := range t.ops {
		e.rows[o.table+"/"+o.key] = o.value
	}
	for _, f := range t.hooks {
		f()
	}
	t.ops, t.hooks = nil, nil
}

func main() {
	e := &engine{rows: map[string]string{}, feed: &feed{}}
	var t txn
	for i := range 4 {
		if err := e.apply(&t, op{"items", fmt.Sprint("k", i), fmt.Sprint("v", i*i)}); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(e.apply(&t, op{"items", "", "x"}))
	e.commit(&t)
	for _, c := range e.feed.changes {
		fmt.Println(c)
	}
}
