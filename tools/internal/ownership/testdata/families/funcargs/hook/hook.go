// Package hook runs functions that it is given.
package hook

import "sync"

// Run calls f.
func Run(f func()) { f() }

// Locked calls f while it holds mu.
func Locked(mu *sync.Mutex, f func()) {
	mu.Lock()
	defer mu.Unlock()
	f()
}

// Retry calls f until it returns nil, at most n times.
func Retry(n int, f func() error) (err error) {
	for range n {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

// A Stack runs functions when it is closed, the latest first.
type Stack struct{ funcs []func() }

// Add adds a function.
func (s *Stack) Add(f func()) { s.funcs = append(s.funcs, f) }

// Close runs the functions, and forgets them.
func (s *Stack) Close() {
	for i := len(s.funcs) - 1; i >= 0; i-- {
		s.funcs[i]()
	}
	s.funcs = nil
}
