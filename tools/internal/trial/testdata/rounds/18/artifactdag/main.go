// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

var stored atomic.Int64

// Artifact is the output of a task, shared by the tasks that need it.
type Artifact struct {
	refs atomic.Int64
	name string
	data []byte
}

func NewArtifact(name string, data []byte) *Artifact {
	a := &Artifact{name: name, data: data}
	a.refs.Store(1)
	stored.Add(1)
	return a
}

func (a *Artifact) IncRef() { a.refs.Add(1) }

func (a *Artifact) DecRef() {
	n := a.refs.Add(-1)
	if n < 0 {
		panic(a.name + ": negative count")
	}
	if n == 0 {
		a.data = nil
		stored.Add(-1)
	}
}

type task struct {
	name  string
	needs []string
	run   func(in map[string]*Artifact) ([]byte, error)
}

type graph struct {
	tasks []task // in an order that respects needs
	users map[string]int
}

func newGraph(tasks ...task) *graph {
	g := &graph{tasks: tasks, users: map[string]int{}}
	for _, t := range tasks {
		for _, n := range t.needs {
			g.users[n]++
		}
	}
	return g
}

// execute runs the tasks. Each output lives until its last user has run; what
// nobody needs is the result, and belongs to the caller.
func (g *graph) execute() (result map[string]*Artifact, err error) {
	outputs := map[string]*Artifact{}
	left := map[string]int{}
	for n, c := range g.users {
		left[n] = c
	}
	defer func() {
		if err != nil {
			for _, a := range outputs {
				a.DecRef()
			}
			result = nil
		}
	}()
	for _, t := range g.tasks {
		in := map[string]*Artifact{}
		for _, n := range t.needs {
			a, ok := outputs[n]
			if !ok {
				return nil, fmt.Errorf("%s needs %s, which does not exist", t.name, n)
			}
			in[n] = a
		}
		data, err := t.run(in)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.name, err)
		}
		outputs[t.name] = NewArtifact(t.name, data)
		for _, n := range t.needs {
			if left[n]--; left[n] == 0 {
				outputs[n].DecRef()
				delete(outputs, n)
			}
		}
	}
	return outputs, nil
}

func upload(arts map[string]*Artifact) int64 {
	var wg sync.WaitGroup
	var total atomic.Int64
	for _, a := range arts {
		a.IncRef()
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer a.DecRef()
			total.Add(int64(len(a.data)))
		}()
		a.DecRef()
	}
	wg.Wait()
	return total.Load()
}

func main() {
	join := func(in map[string]*Artifact) ([]byte, error) {
		n := 0
		for _, a := range in {
			n += len(a.data)
		}
		return make([]byte, n), nil
	}
	source := func(map[string]*Artifact) ([]byte, error) { return make([]byte, 100), nil }
	broken := func(map[string]*Artifact) ([]byte, error) { return nil, errors.New("exit status 1") }
	for _, last := range []func(map[string]*Artifact) ([]byte, error){join, broken} {
		g := newGraph(task{"src", nil, source}, task{"lib", []string{"src"}, join},
			task{"doc", []string{"src"}, join}, task{"app", []string{"src", "lib"}, last})
		arts, err := g.execute()
		fmt.Println(len(arts), upload(arts), err, stored.Load())
	}
}
