// truth: correct

package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

var errClosed = errors.New("room closed")

// Room is shared by the directory and by everybody in it.
type Room struct {
	name   string
	refs   atomic.Int32
	mu     sync.Mutex
	chat   []string
	closed chan struct{}
}

var freed atomic.Int32

func NewRoom(name string) *Room {
	r := &Room{name: name, closed: make(chan struct{})}
	r.refs.Store(1)
	return r
}

func (r *Room) Retain() { r.refs.Add(1) }

func (r *Room) Release() {
	switch n := r.refs.Add(-1); {
	case n == 0:
		close(r.closed)
		freed.Add(1)
	case n < 0:
		panic("room " + r.name + ": released too often")
	}
}

func (r *Room) say(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.chat = append(r.chat, text)
}

type directory struct {
	mu    sync.Mutex
	rooms map[string]*Room
}

// enter returns the room with a reference for the caller.
func (d *directory) enter(name string) *Room {
	d.mu.Lock()
	defer d.mu.Unlock()
	r, ok := d.rooms[name]
	if !ok {
		r = NewRoom(name)
		d.rooms[name] = r
	}
	r.Retain()
	return r
}

func (d *directory) remove(name string) {
	d.mu.Lock()
	r := d.rooms[name]
	delete(d.rooms, name)
	d.mu.Unlock()
	if r != nil {
		r.Release()
	}
}

type session struct {
	user string
	room *Room
}

func (s *session) move(d *directory, name string) error {
	next := d.enter(name)
	if name == "banned" {
		next.Release()
		return errClosed
	}
	if s.room != nil {
		s.room.Release()
	}
	s.room = next
	next.say(s.user + " joined")
	return nil
}

func (s *session) quit() {
	if s.room == nil {
		return
	}
	s.room.say(s.user + " left")
	s.room.Release()
	s.room = nil
}

func main() {
	d := &directory{rooms: map[string]*Room{}}
	watch := d.enter("arena")
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			s := &session{user: fmt.Sprint("u", i)}
			defer s.quit()
			for _, name := range []string{"lobby", "arena", "banned", "arena"} {
				if err := s.move(d, name); err != nil && !errors.Is(err, errClosed) {
					return
				}
			}
		})
	}
	wg.Wait()
	for _, name := range []string{"lobby", "arena", "banned", "missing"} {
		d.remove(name)
	}
	fmt.Println(len(watch.chat), freed.Load())
	watch.Release()
	<-watch.closed
	fmt.Println(freed.Load())
}
