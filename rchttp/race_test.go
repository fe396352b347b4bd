//go:build race

package rchttp_test

const raceEnabled = true
