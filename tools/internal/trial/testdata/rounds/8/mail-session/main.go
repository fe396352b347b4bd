// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type envelope struct {
	from string
	to   []string
	body strings.Builder
}

var envelopes = rcpool.Pool[envelope]{Reset: func(e *envelope) {
	clear(e.to)
	e.from, e.to = "", e.to[:0]
	e.body.Reset()
}}

var errSyntax = errors.New("500 syntax error")

// parse returns an envelope that the caller owns.
func parse(lines []string) (ref rcpool.Ref[envelope], err error) {
	e := envelopes.Get()
	defer func() {
		if err != nil {
			e.Release()
		}
	}()
	v := e.Value()
	for _, l := range lines {
		verb, arg, ok := strings.Cut(l, ":")
		if !ok {
			return ref, errSyntax
		}
		switch verb {
		case "MAIL":
			v.from = arg
		case "RCPT":
			v.to = append(v.to, arg)
		case "DATA":
			v.body.WriteString(arg)
		default:
			return ref, fmt.Errorf("502 %s: %w", verb, errors.ErrUnsupported)
		}
	}
	if v.from == "" || len(v.to) == 0 {
		return ref, errors.New("503 bad sequence")
	}
	return e, nil
}

type queue struct {
	items []rcpool.Ref[envelope]
	cap   int
}

var errFull = errors.New("452 queue full")

// push takes *e over and zeroes it, unless the queue is full.
func (q *queue) push(e *rcpool.Ref[envelope]) error {
	if len(q.items) == q.cap {
		return errFull
	}
	q.items = append(q.items, rcpool.Move(e))
	return nil
}

func (q *queue) pop() (e rcpool.Ref[envelope], ok bool) {
	if len(q.items) == 0 {
		return e, false
	}
	e, q.items = rcpool.Move(&q.items[0]), q.items[1:]
	return e, true
}

func accept(q *queue, lines ...string) error {
	e, err := parse(lines)
	if err != nil {
		return err
	}
	defer rcpool.Drop(&e)
	return q.push(&e)
}

func main() {
	q := &queue{cap: 2}
	fmt.Println(accept(q, "MAIL:a@x", "RCPT:b@y", "DATA:hello"))
	fmt.Println(accept(q, "MAIL:a@x", "VRFY:c"))
	fmt.Println(accept(q, "nonsense"))
	fmt.Println(accept(q, "RCPT:b@y"))
	fmt.Println(accept(q, "MAIL:c@x", "RCPT:d@y", "RCPT:e@y"))
	fmt.Println(accept(q, "MAIL:f@x", "RCPT:g@y"))
	for {
		e, ok := q.pop()
		if !ok {
			break
		}
		fmt.Println(e.Value().from, len(e.Value().to), e.Value().body.String())
		e.Release()
	}
}
