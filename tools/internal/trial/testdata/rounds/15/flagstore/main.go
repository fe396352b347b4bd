// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
)

var liveSets atomic.Int64

type flagSet struct {
	refs  atomic.Int32
	rev   int
	flags map[string]bool
}

func newFlagSet(rev int) *flagSet {
	liveSets.Add(1)
	f := &flagSet{rev: rev, flags: map[string]bool{}}
	f.refs.Store(1)
	return f
}

func (f *flagSet) Retain() *flagSet {
	f.refs.Add(1)
	return f
}

func (f *flagSet) Release() {
	if n := f.refs.Add(-1); n == 0 {
		f.flags = nil
		liveSets.Add(-1)
	} else if n < 0 {
		panic("flag set released too often")
	}
}

type store struct {
	mu  sync.Mutex
	cur *flagSet
}

var errBad = errors.New("bad flag line")

func parseFlags(rev int, text string) (_ *flagSet, err error) {
	f := newFlagSet(rev)
	defer func() {
		if err != nil {
			f.Release()
		}
	}()
	for _, line := range strings.Split(text, ";") {
		name, val, ok := strings.Cut(line, "=")
		if !ok {
			return nil, fmt.Errorf("%w: %q", errBad, line)
		}
		f.flags[name] = val == "on"
	}
	return f, nil
}

func (s *store) update(text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	rev := 1
	if s.cur != nil {
		rev = s.cur.rev + 1
	}
	next, err := parseFlags(rev, text)
	if err != nil {
		return err
	}
	if s.cur != nil {
		s.cur.Release()
	}
	s.cur = next
	return nil
}

// pin returns the flags for the time of one request.
func (s *store) pin() (*flagSet, func()) {
	s.mu.Lock()
	f := s.cur.Retain()
	s.mu.Unlock()
	return f, f.Release
}

func handle(s *store, path string) string {
	f, done := s.pin()
	defer done()
	if f.flags["v2"] && strings.HasPrefix(path, "/cart") {
		return fmt.Sprint("new cart, rev ", f.rev)
	}
	return fmt.Sprint("old, rev ", f.rev)
}

func (s *store) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cur.Release()
	s.cur = nil
}

func main() {
	s := &store{}
	if err := s.update("v2=off;dark=on"); err != nil {
		panic(err)
	}
	long, done := s.pin()
	fmt.Println(handle(s, "/cart"), s.update("v2=on"), handle(s, "/cart"), liveSets.Load())
	fmt.Println(s.update("v2"), long.flags["dark"], liveSets.Load())
	done()
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			handle(s, "/home")
			s.update(fmt.Sprintf("v2=on;n%d=on", i))
		})
	}
	wg.Wait()
	s.close()
	fmt.Println(liveSets.Load())
}
