// truth: detach line 61 plain

// Command flagset publishes feature flags to long-lived readers.
package main

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type flags struct {
	version int
	on      map[string]bool
	order   []string
}

var flagPool = rcpool.Pool[flags]{
	Name: "flags",
	New:  func() *flags { return &flags{on: map[string]bool{}} },
	Reset: func(f *flags) {
		f.version = 0
		clear(f.on)
		clear(f.order)
		f.order = f.order[:0]
	},
}

type service struct {
	current atomic.Pointer[flags]
	checked int
}

var (
	errOld   = errors.New("flags are older than the current ones")
	errEmpty = errors.New("no flags")
)

func (s *service) validate(f *flags) error {
	s.checked++
	if len(f.order) == 0 {
		return errEmpty
	}
	if cur := s.current.Load(); cur != nil && cur.version >= f.version {
		return errOld
	}
	return nil
}

// publish takes f over.
func (s *service) publish(f rcpool.Ref[flags], trace func(*flags)) error {
	defer rcpool.Drop(&f)
	if err := s.validate(f.Value()); err != nil {
		return err
	}
	watch := f.Retain()
	defer watch.Release()
	final := rcpool.Move(&f)
	s.current.Store(final.Detach())
	trace(watch.Value())
	return nil
}

func (s *service) enabled(name string) bool {
	f := s.current.Load()
	return f != nil && f.on[name]
}

func build(version int, names ...string) rcpool.Ref[flags] {
	f := flagPool.Get()
	v := f.Value()
	v.version = version
	for i, name := range names {
		v.on[name] = i%2 == 0
		v.order = append(v.order, name)
	}
	return f
}

func main() {
	s := new(service)
	trace := func(f *flags) { fmt.Println("published", f.version, f.order) }
	for i, names := range [][]string{{}, {"dark", "beta"}, {"beta"}} {
		if err := s.publish(build(i, names...), trace); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(s.enabled("dark"), s.enabled("beta"), s.checked)
}
