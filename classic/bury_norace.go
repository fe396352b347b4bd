//go:build !race

package classic

// bury is for the race detector; see bury_race.go.
var bury func(*pooled) []byte
