// truth: leak line 83 callee

package main

import (
	"fmt"
	"sync/atomic"
)

var live atomic.Int64

type Entity struct {
	refs  atomic.Int32
	id    int
	kind  string
	hp    int
	group *Group
}

func NewEntity(id int, kind string) *Entity {
	e := &Entity{id: id, kind: kind, hp: 100}
	e.refs.Store(1)
	live.Add(1)
	return e
}

func (e *Entity) IncRef() { e.refs.Add(1) }

func (e *Entity) DecRef() {
	n := e.refs.Add(-1)
	if n < 0 {
		panic("entity freed twice")
	}
	if n == 0 {
		e.group = nil
		live.Add(-1)
	}
}

type Group struct {
	members map[int]*Entity
	max     int
}

// add puts e into the group.
func (g *Group) add(e *Entity) bool {
	if len(g.members) >= g.max {
		return false
	}
	if _, dup := g.members[e.id]; dup {
		return false
	}
	e.IncRef()
	e.group = g
	g.members[e.id] = e
	return true
}

func (g *Group) remove(id int) {
	if e, ok := g.members[id]; ok {
		delete(g.members, id)
		e.DecRef()
	}
}

func (g *Group) disband() {
	for id := range g.members {
		g.remove(id)
	}
}

type spawner struct {
	next   int
	groups map[string]*Group
}

func (s *spawner) spawn(kind string) (int, error) {
	g, ok := s.groups[kind]
	if !ok {
		return 0, fmt.Errorf("unknown kind %q", kind)
	}
	s.next++
	e := NewEntity(s.next, kind)
	if kind == "boss" {
		e.hp = 5000
	}
	if !g.add(e) {
		e.DecRef()
		return 0, fmt.Errorf("group %s is full", kind)
	}
	return e.id, nil
}

func main() {
	s := &spawner{groups: map[string]*Group{
		"wolf": {members: map[int]*Entity{}, max: 3},
		"boss": {members: map[int]*Entity{}, max: 1},
	}}
	for _, kind := range []string{"wolf", "boss", "wolf", "boss", "rat", "wolf", "wolf"} {
		id, err := s.spawn(kind)
		if err != nil {
			fmt.Println(err)
			continue
		}
		if id%3 == 0 {
			s.groups[kind].remove(id)
		}
	}
	for _, g := range s.groups {
		g.disband()
	}
	fmt.Println("live:", live.Load())
}
