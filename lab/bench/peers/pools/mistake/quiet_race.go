//go:build race

package main

import "runtime"

const raceFactor = 3 // so many times as many attempts

// quietly runs f, which makes the actors take turns, without the race detector
// taking that for synchronization: the program whose mistake is staged has
// none.
func quietly(f func()) {
	runtime.RaceDisable()
	defer runtime.RaceEnable()
	f()
}
