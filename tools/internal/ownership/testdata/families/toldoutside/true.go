package toldoutside

import (
	"log"
	"os"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type ending struct{ all []rcpool.Ref[Note] }

func (e *ending) add() { e.all = append(e.all, notes.Get()) }

func (e *ending) send() {
	for _, ref := range e.all {
		ref.Release()
	}
	if len(e.all) > 3 {
		os.Exit(1)
	}
}

// The program does not always end before.
func (e *ending) close() {
	for _, ref := range e.all {
		ref.Release() // want "double-release: "
	}
	e.all = nil
}

func sendAndClose() {
	e := &ending{}
	e.add()
	e.send()
	e.close()
}

type server4 struct {
	all  []rcpool.Ref[Note]
	hits atomic.Int64
}

func (s *server4) drain() {
	for _, ref := range s.all {
		ref.Release()
	}
	s.hits.Add(1)
}

// The counter decides nothing.
func (s *server4) close() {
	log.Println(s.hits.Load())
	for _, ref := range s.all {
		ref.Release() // want "double-release: "
	}
	s.all = nil
}

// The references are those that were released.
func drainAndClose4() {
	s := &server4{all: []rcpool.Ref[Note]{notes.Get()}}
	s.drain()
	s.close() // want "double-release: "
}

type server5 struct {
	all  []rcpool.Ref[Note]
	done chan struct{}
}

func (s *server5) drain() {
	for _, ref := range s.all {
		ref.Release()
	}
	close(s.done)
}

// It waits, and releases all whatever has happened.
func (s *server5) close() {
	<-s.done
	for _, ref := range s.all {
		ref.Release() // want "double-release: "
	}
	s.all = nil
}

// Nothing is told.
func drainAndClose5() {
	s := &server5{done: make(chan struct{}), all: []rcpool.Ref[Note]{notes.Get()}}
	s.drain()
	s.close() // want "double-release: "
}

type server6 struct{ all []rcpool.Ref[Note] }

func (s *server6) drain() error {
	for _, ref := range s.all {
		ref.Release()
	}
	return errEarly
}

// It does not know whether the other one has failed.
func (s *server6) close() {
	for _, ref := range s.all {
		ref.Release() // want "double-release: "
	}
	s.all = nil
}

// The error is only printed.
func drainAndClose6() {
	s := &server6{all: []rcpool.Ref[Note]{notes.Get()}}
	log.Println(s.drain())
	s.close() // want "double-release: "
}
