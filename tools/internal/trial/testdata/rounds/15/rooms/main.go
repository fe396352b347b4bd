// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// Room lives as long as a player or a match refers to it.
type Room struct {
	id      string
	refs    atomic.Int64
	mu      sync.Mutex
	players map[string]int
	lobby   *Lobby
}

func NewRoom(l *Lobby, id string) *Room {
	r := &Room{id: id, players: map[string]int{}, lobby: l}
	r.refs.Store(1)
	return r
}

func (r *Room) IncRef() { r.refs.Add(1) }

func (r *Room) TryIncRef() bool {
	for {
		n := r.refs.Load()
		if n == 0 {
			return false
		}
		if r.refs.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

func (r *Room) DecRef() {
	n := r.refs.Add(-1)
	if n < 0 {
		panic("room " + r.id + ": reference count below zero")
	}
	if n == 0 {
		r.lobby.forget(r)
	}
}

type Lobby struct {
	mu     sync.Mutex
	rooms  map[string]*Room // not counted
	closed []string
}

func (l *Lobby) forget(r *Room) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.rooms[r.id] == r {
		delete(l.rooms, r.id)
	}
	l.closed = append(l.closed, r.id)
}

// open returns a reference to the room, which is made if it is not there.
func (l *Lobby) open(id string) *Room {
	l.mu.Lock()
	defer l.mu.Unlock()
	if r, ok := l.rooms[id]; ok && r.TryIncRef() {
		return r
	}
	r := NewRoom(l, id)
	l.rooms[id] = r
	return r
}

type Player struct {
	name string
	room *Room
}

func (p *Player) join(l *Lobby, id string) {
	if p.room != nil && p.room.id == id {
		return
	}
	next := l.open(id)
	next.mu.Lock()
	next.players[p.name]++
	next.mu.Unlock()
	p.leave()
	p.room = next
}

func (p *Player) leave() {
	if p.room == nil {
		return
	}
	p.room.mu.Lock()
	delete(p.room.players, p.name)
	p.room.mu.Unlock()
	p.room.DecRef()
	p.room = nil
}

func (p *Player) spectate(wg *sync.WaitGroup, f func(players int)) {
	r := p.room
	r.IncRef()
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer r.DecRef()
		r.mu.Lock()
		n := len(r.players)
		r.mu.Unlock()
		f(n)
	}()
}

func main() {
	l := &Lobby{rooms: map[string]*Room{}}
	var wg sync.WaitGroup
	var seen atomic.Int64
	for i := range 6 {
		p := &Player{name: fmt.Sprint("p", i)}
		wg.Go(func() {
			defer p.leave()
			for k := range 10 {
				p.join(l, fmt.Sprint("room", (i+k)%3))
			}
			p.spectate(&wg, func(n int) { seen.Add(1) })
		})
	}
	wg.Wait()
	fmt.Println(seen.Load(), len(l.rooms), len(l.closed) > 0)
}
