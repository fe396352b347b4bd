package main

import "github.com/rcpool/rcpool/internal/sampling"

// deterministic makes Get return the object that was released last.
func deterministic() (restore func()) {
	before := sampling.Current()
	sampling.Change(func(s *sampling.Settings) { s.Deterministic = true })
	return func() { sampling.Change(func(s *sampling.Settings) { *s = before }) }
}
