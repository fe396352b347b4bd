//go:build !race

package rckgo_test

const raceEnabled = false
