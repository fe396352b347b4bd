//go:build race

package rcarrow_test

const raceEnabled = true
