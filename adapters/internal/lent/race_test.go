//go:build race

package lent_test

const raceEnabled = true
