//go:build race

package testbed

// RaceEnabled reports whether the race detector is on.
const RaceEnabled = true
