// truth: double-release line 38,58 hard
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Topic struct {
	Name  string
	Alias string
	Posts int
}

type Index struct {
	pool rcpool.Pool[Topic]
	mu   sync.RWMutex
	by   map[string]rcpool.Ref[Topic]
}

func NewIndex() *Index {
	return &Index{by: make(map[string]rcpool.Ref[Topic])}
}

func (x *Index) Add(name, alias string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if _, ok := x.by[name]; ok {
		return
	}
	t := x.pool.Get()
	v := t.Value()
	v.Name, v.Alias = name, alias
	x.by[name] = t
	if _, taken := x.by[alias]; alias != "" && !taken {
		x.by[alias] = t
	}
}

func (x *Index) Post(name string) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	t, ok := x.by[name]
	if !ok {
		return 0
	}
	t.Value().Posts++
	return t.Value().Posts
}

func (x *Index) Close() {
	x.mu.Lock()
	defer x.mu.Unlock()
	for name, t := range x.by {
		delete(x.by, name)
		t.Release()
	}
}

func main() {
	quiet := NewIndex()
	quiet.Add("general", "")
	quiet.Close()
	x := NewIndex()
	x.Add("golang", "go")
	x.Add("rust", "")
	x.Add("rust", "again")
	fmt.Println(x.Post("golang"), x.Post("go"), x.Post("c"))
	x.Close()
}
