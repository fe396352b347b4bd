//go:build !race

package slicepool_test

const raceEnabled = false
