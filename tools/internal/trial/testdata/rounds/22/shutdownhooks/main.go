// truth: escape line 73 hard

// Command shutdownhooks runs tasks and prints summaries of some when the program ends.
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type task struct {
	name  string
	lines []string
	took  int
}

func (t *task) Reset() {
	clear(t.lines)
	*t = task{lines: t.lines[:0]}
}

var tasks = rcpool.Pool[task]{Name: "tasks"}

type hook struct {
	prio int
	run  func() string
}

type app struct {
	hooks []hook
	done  map[string]bool
}

func (a *app) atExit(prio int, f func() string) {
	i := 0
	for i < len(a.hooks) && a.hooks[i].prio >= prio {
		i++
	}
	a.hooks = append(a.hooks[:i], append([]hook{{prio, f}}, a.hooks[i:]...)...)
}

func (a *app) shutdown() (out []string) {
	for _, h := range a.hooks {
		out = append(out, h.run())
	}
	a.hooks = nil
	return out
}

var errAgain = errors.New("task has run before")

func (a *app) do(name string, steps ...string) error {
	ref := tasks.Get()
	defer ref.Release()
	t := ref.Value()
	t.name = name
	if a.done[name] {
		return errAgain
	}
	a.done[name] = true
	for _, s := range steps {
		t.lines = append(t.lines, strings.ToUpper(s))
		t.took += len(s)
	}
	if t.took > 8 {
		summary := fmt.Sprint(t.name, " took ", t.took)
		a.atExit(1, func() string { return summary })
	}
	if len(t.lines) > 2 {
		a.atExit(2, func() string {
			return fmt.Sprint(name, " had ", strings.Join(t.lines, ","))
		})
	}
	return nil
}

func main() {
	a := &app{done: map[string]bool{}}
	for _, steps := range [][]string{{"load", "parse", "store"}, {"noop"}, {"load"}, {"a", "b", "c", "d"}} {
		if err := a.do(steps[0], steps...); err != nil {
			fmt.Println(steps[0], err)
		}
	}
	for _, line := range a.shutdown() {
		fmt.Println(line)
	}
}
