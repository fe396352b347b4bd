package toldoutside

import (
	"context"
	"log"
	"os"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

// The error is in a variable that a literal shares.
func commitOrAbort() (err error) {
	defer func() { log.Println(err) }()
	l := &list{}
	l.add()
	err = l.commit()
	if err != nil {
		l.abort()
	}
	return err
}

// The deferred literal asks the error that the function returns.
func abortLater(early bool) (err error) {
	l := &list{}
	defer func() {
		if err != nil {
			l.abort()
		}
	}()
	l.add()
	if early {
		return errEarly
	}
	l.send()
	return nil
}

// The result is a struct.
func flushOrAbort() {
	l := &list{}
	l.add()
	if r := l.flush(); r.pending {
		l.abort()
	}
}

type server1 struct {
	list
	closed atomic.Bool
}

func (s *server1) drain() {
	for _, ref := range s.all {
		ref.Release()
	}
	s.closed.Store(true)
}

// A flag tells if the list was emptied.
func (s *server1) close() {
	if s.closed.Swap(true) {
		return
	}
	for _, ref := range s.all {
		ref.Release()
	}
	s.all = nil
}

func drainAndClose1() {
	s := &server1{}
	s.add()
	s.drain()
	s.close()
}

type server2 struct {
	all  []rcpool.Ref[Note]
	done chan struct{}
}

func (s *server2) drain() {
	for _, ref := range s.all {
		ref.Release()
	}
	close(s.done)
}

// The channel is closed then.
func (s *server2) close() {
	select {
	case <-s.done:
		return
	default:
	}
	for _, ref := range s.all {
		ref.Release()
	}
	s.all = nil
}

func drainAndClose2() {
	s := &server2{done: make(chan struct{}), all: []rcpool.Ref[Note]{notes.Get()}}
	s.drain()
	s.close()
}

type server3 struct {
	all    []rcpool.Ref[Note]
	ctx    context.Context
	cancel context.CancelFunc
}

func (s *server3) drain() {
	for _, ref := range s.all {
		ref.Release()
	}
	s.cancel()
}

// The context has ended then.
func (s *server3) close() {
	if s.ctx.Err() != nil {
		return
	}
	for _, ref := range s.all {
		ref.Release()
	}
	s.all = nil
}

func drainAndClose3() {
	s := &server3{all: []rcpool.Ref[Note]{notes.Get()}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.drain()
	s.close()
}

type ending1 struct{ list }

func (e *ending1) fail() {
	for _, ref := range e.all {
		ref.Release()
	}
	os.Exit(1)
}

func (e *ending1) close() {
	for _, ref := range e.all {
		ref.Release()
	}
	e.all = nil
}

// Nothing comes after the failure.
func failOrClose() {
	e := &ending1{}
	e.add()
	if len(os.Args) > 1 {
		e.fail()
	}
	e.close()
}
