// truth: zero-ref line 59 plain

// Command sagarunner runs the steps of a saga and hands failed ones to compensation.
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Saga struct {
	Order string
	Done  []string
	Err   error
}

func (s *Saga) Reset() {
	clear(s.Done)
	s.Order, s.Done, s.Err = "", s.Done[:0], nil
}

var sagas = rcpool.Pool[Saga]{Name: "sagas"}

type Step struct {
	Name string
	Do   func(order string) error
	Undo func(order string)
}

type Runner struct {
	steps  []Step
	failed []rcpool.Ref[Saga]
	log    strings.Builder
}

var errDeclined = errors.New("card declined")

func (r *Runner) Run(order string) error {
	saga := sagas.Get()
	defer rcpool.Drop(&saga)
	s := saga.Value()
	s.Order = order
	for _, step := range r.steps {
		if err := step.Do(order); err != nil {
			s.Err = fmt.Errorf("%s: %w", step.Name, err)
			break
		}
		s.Done = append(s.Done, step.Name)
	}
	if s.Err == nil {
		fmt.Fprintf(&r.log, "%s done\n", order)
		return nil
	}
	r.failed = append(r.failed, rcpool.Move(&saga))
	fmt.Fprintf(&r.log, "%s failed\n", order)
	return saga.Value().Err
}

func (r *Runner) Compensate() (n int) {
	for _, saga := range r.failed {
		s := saga.Value()
		for i := len(s.Done) - 1; i >= 0; i-- {
			for _, step := range r.steps {
				if step.Name == s.Done[i] && step.Undo != nil {
					step.Undo(s.Order)
					n++
				}
			}
		}
		saga.Release()
	}
	clear(r.failed)
	r.failed = r.failed[:0]
	return n
}

func main() {
	stock := 1
	r := &Runner{steps: []Step{
		{"reserve", func(string) error { stock--; return nil }, func(string) { stock++ }},
		{"pay", func(order string) error {
			if strings.HasPrefix(order, "x") {
				return errDeclined
			}
			return nil
		}, nil},
	}}
	fmt.Println(r.Run("a1"))
	fmt.Println(r.Run("x2"))
	fmt.Println(r.Compensate(), stock)
	fmt.Print(r.log.String())
}
