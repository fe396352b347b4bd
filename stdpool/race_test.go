//go:build race

package stdpool_test

const raceEnabled = true
