// truth: reset line 23,49 callee

// Audit records of a payment gateway.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
)

type record struct {
	actor  string
	action string
	amount int
	attrs  []string
}

var records = sync.Pool{New: func() any { return new(record) }}

func (r *record) reset() {
	r.actor = ""
	r.action = ""
	r.amount = 0
}

func (r *record) with(key, value string) *record {
	r.attrs = append(r.attrs, key+"="+value)
	return r
}

func (r *record) writeTo(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s %s %d %s\n", r.actor, r.action, r.amount, strings.Join(r.attrs, ","))
	return err
}

type trail struct {
	mu sync.Mutex
	w  io.Writer
	n  int
}

func (t *trail) log(actor, action string, amount int, fill func(*record)) error {
	r := records.Get().(*record)
	defer func() {
		r.reset()
		records.Put(r)
	}()
	r.actor, r.action, r.amount = actor, action, amount
	if fill != nil {
		fill(r)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := r.writeTo(t.w); err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	t.n++
	return nil
}

func main() {
	t := &trail{w: os.Stdout}
	for i := range 3 {
		err := t.log(fmt.Sprint("user", i), "refund", 10*i, func(r *record) {
			r.with("card", fmt.Sprint("*", 1000+i))
			if i == 1 {
				r.with("note", "again")
			}
		})
		if err != nil {
			fmt.Println(err)
		}
	}
	if err := t.log("root", "login", 0, nil); err != nil {
		fmt.Println(err)
	}
	fmt.Println(t.n)
}
