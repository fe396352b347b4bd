// truth: leak line 67 callee
package main

import (
	"errors"
	"fmt"
	"sync/atomic"
)

var loaded atomic.Int32

type Sprite struct {
	refs   atomic.Int32
	name   string
	pixels []byte
}

func NewSprite(name string, w, h int) *Sprite {
	s := &Sprite{name: name, pixels: make([]byte, w*h)}
	s.refs.Store(1)
	loaded.Add(1)
	return s
}

func (s *Sprite) Retain() { s.refs.Add(1) }
func (s *Sprite) Release() {
	if s.refs.Add(-1) == 0 {
		s.pixels = nil
		loaded.Add(-1)
	}
}

var errFull = errors.New("atlas is full")

type Atlas struct {
	room    int
	sprites map[string]*Sprite
}

// Attach keeps a reference of its own to the sprite.
func (a *Atlas) Attach(s *Sprite) error {
	if len(s.pixels) > a.room {
		return fmt.Errorf("%s: %w", s.name, errFull)
	}
	s.Retain()
	a.room -= len(s.pixels)
	a.sprites[s.name] = s
	return nil
}

func (a *Atlas) Close() {
	for name, s := range a.sprites {
		delete(a.sprites, name)
		s.Release()
	}
}

type level struct {
	atlas Atlas
	names []string
}

func (l *level) load(name string, size int) error {
	if _, ok := l.atlas.sprites[name]; ok {
		return nil
	}
	s := NewSprite(name, size, size)
	if err := l.atlas.Attach(s); err != nil {
		s.Release()
		return err
	}
	l.names = append(l.names, name)
	return nil
}

func main() {
	l := &level{atlas: Atlas{room: 700, sprites: map[string]*Sprite{}}}
	fmt.Println(l.load("hero", 16), l.load("tree", 16), l.load("hero", 16))
	fmt.Println(l.load("dragon", 64))
	l.atlas.Close()
	fmt.Println(len(l.names), loaded.Load())
}
