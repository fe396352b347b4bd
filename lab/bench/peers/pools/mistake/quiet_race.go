//go:build race

package main

import "runtime"

const raceFactor = 3 // so many times as many attempts

// quietly runs f, which makes the actors take turns, so that the race detector
// does not take it for synchronization: a real program has none there.
func quietly(f func()) {
	runtime.RaceDisable()
	defer runtime.RaceEnable()
	f()
}
