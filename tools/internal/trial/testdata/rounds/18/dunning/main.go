// truth: reset line 21,60 callee
package main

import (
	"fmt"
	"strings"
	"sync"
)

// reminder gathers what a customer has to be told.
type reminder struct {
	customer string
	overdue  []string
	cents    int64
	final    bool
	body     strings.Builder
}

var reminders = sync.Pool{New: func() any { return new(reminder) }}

func (r *reminder) clear() {
	r.customer = ""
	r.overdue = r.overdue[:0]
	r.cents = 0
	r.body.Reset()
}

func (r *reminder) add(invoice string, cents int64, days int) {
	r.overdue = append(r.overdue, invoice)
	r.cents += cents
	if days > 60 {
		r.final = true
	}
}

func (r *reminder) render() string {
	if r.final {
		r.body.WriteString("FINAL NOTICE. ")
	}
	fmt.Fprintf(&r.body, "Dear %s, please pay %d for ", r.customer, r.cents)
	for i, o := range r.overdue {
		if i > 0 {
			r.body.WriteString(", ")
		}
		r.body.WriteString(o)
	}
	return r.body.String()
}

type invoice struct {
	id    string
	cents int64
	days  int
}

func remind(customer string, open []invoice) (string, bool) {
	r := reminders.Get().(*reminder)
	defer func() {
		r.clear()
		reminders.Put(r)
	}()
	r.customer = customer
	for _, inv := range open {
		if inv.days > 14 {
			r.add(inv.id, inv.cents, inv.days)
		}
	}
	if len(r.overdue) == 0 {
		return "", false
	}
	return r.render(), true
}

func main() {
	for range 2 {
		fmt.Println(remind("acme", []invoice{{"A-1", 100, 90}, {"A-2", 50, 20}}))
		fmt.Println(remind("zeta", []invoice{{"Z-1", 700, 15}}))
		fmt.Println(remind("omni", []invoice{{"O-1", 900, 3}}))
	}
}
