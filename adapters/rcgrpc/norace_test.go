//go:build !race

package rcgrpc_test

const raceEnabled = false
