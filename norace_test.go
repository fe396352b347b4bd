//go:build !race

package rcpool_test

const raceEnabled = false
