//go:build race

package rchttputil_test

const raceEnabled = true
