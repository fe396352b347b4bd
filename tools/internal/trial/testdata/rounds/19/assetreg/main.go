// truth: correct
package main

import (
	"fmt"
	"sync"
)

// An Asset is loaded once and shared by the scenes that show it.
type Asset struct {
	reg   *Registry
	name  string
	count int
	deps  []*Asset
}

// Registry holds an asset as long as somebody uses it. It has no reference of
// its own.
type Registry struct {
	mu     sync.Mutex
	assets map[string]*Asset
	loads  int
	deps   map[string][]string
}

// Open returns an asset with a reference for the caller.
func (r *Registry) Open(name string) (*Asset, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.open(name, 0)
}

func (r *Registry) open(name string, depth int) (*Asset, error) {
	if a, ok := r.assets[name]; ok {
		a.count++
		return a, nil
	}
	if depth > 4 {
		return nil, fmt.Errorf("%s: dependencies too deep", name)
	}
	a := &Asset{reg: r, name: name, count: 1}
	for _, d := range r.deps[name] {
		dep, err := r.open(d, depth+1)
		if err != nil {
			for _, got := range a.deps {
				got.drop()
			}
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		a.deps = append(a.deps, dep)
	}
	r.assets[name] = a
	r.loads++
	return a, nil
}

func (a *Asset) Retain() {
	a.reg.mu.Lock()
	a.count++
	a.reg.mu.Unlock()
}

func (a *Asset) Release() {
	a.reg.mu.Lock()
	defer a.reg.mu.Unlock()
	a.drop()
}

// drop needs the lock of the registry.
func (a *Asset) drop() {
	a.count--
	if a.count > 0 {
		return
	}
	delete(a.reg.assets, a.name)
	for _, d := range a.deps {
		d.drop()
	}
	a.deps = nil
}

type Scene struct{ shown map[string]*Asset }

func (s *Scene) show(r *Registry, name string) error {
	if s.shown[name] != nil {
		return nil
	}
	a, err := r.Open(name)
	if err != nil {
		return err
	}
	s.shown[name] = a
	return nil
}

// clone returns a scene with references of its own.
func (s *Scene) clone() *Scene {
	c := &Scene{shown: make(map[string]*Asset, len(s.shown))}
	for name, a := range s.shown {
		a.Retain()
		c.shown[name] = a
	}
	return c
}

func (s *Scene) unload() {
	for name, a := range s.shown {
		delete(s.shown, name)
		a.Release()
	}
}

func main() {
	r := &Registry{assets: map[string]*Asset{}, deps: map[string][]string{
		"knight": {"sword", "shader"}, "sword": {"shader"},
		"bad": {"shader", "l1"}, "l1": {"l2"}, "l2": {"l3"}, "l3": {"l4"}, "l4": {"l5"},
	}}
	s := &Scene{shown: map[string]*Asset{}}
	for _, n := range []string{"knight", "sword", "bad", "knight"} {
		fmt.Println(n, s.show(r, n))
	}
	c := s.clone()
	s.unload()
	fmt.Println(len(r.assets), r.loads)
	c.unload()
	fmt.Println(len(r.assets))
}
