// truth: correct
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type output struct {
	step  string
	lines []string
}

func (o *output) Reset() {
	o.step = ""
	clear(o.lines)
	o.lines = o.lines[:0]
}

var outputs = rcpool.Pool[output]{Name: "ci.outputs"}

type step struct {
	name  string
	needs []string
	run   func(in []rcpool.Ref[output], out *output) error
}

// A graph passes the output of each step to the steps that need it.
type graph struct {
	steps  []step
	inputs map[string][]rcpool.Ref[output]
}

func (g *graph) consumers(name string) (c []string) {
	for _, s := range g.steps {
		for _, n := range s.needs {
			if n == name {
				c = append(c, s.name)
			}
		}
	}
	return c
}

func (g *graph) runStep(s step) error {
	in := g.inputs[s.name]
	delete(g.inputs, s.name)
	defer func() {
		for _, r := range in {
			r.Release()
		}
	}()
	out := outputs.Get()
	defer out.Release()
	out.Value().step = s.name
	if err := s.run(in, out.Value()); err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	for _, c := range g.consumers(s.name) {
		g.inputs[c] = append(g.inputs[c], out.Retain())
	}
	return nil
}

func (g *graph) run() error {
	g.inputs = map[string][]rcpool.Ref[output]{}
	defer func() {
		for name, refs := range g.inputs {
			for _, r := range refs {
				r.Release()
			}
			delete(g.inputs, name)
		}
	}()
	for _, s := range g.steps {
		if err := g.runStep(s); err != nil {
			return err
		}
	}
	return nil
}

func join(in []rcpool.Ref[output], out *output) error {
	for _, r := range in {
		out.lines = append(out.lines, r.Value().step+":"+strings.Join(r.Value().lines, "+"))
	}
	fmt.Println(out.step, out.lines)
	return nil
}

func fail([]rcpool.Ref[output], *output) error { return fmt.Errorf("exit 1") }

func main() {
	g := &graph{steps: []step{
		{"fetch", nil, join}, {"lint", []string{"fetch"}, join},
		{"build", []string{"fetch"}, join}, {"ship", []string{"build", "lint"}, join},
	}}
	fmt.Println(g.run())
	g.steps[1].run = fail
	fmt.Println(g.run())
}
