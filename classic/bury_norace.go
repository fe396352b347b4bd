//go:build !race

package classic

// bury is nil without the race detector: a pool without Memory. With the race
// detector it reports the object of an ended lease as written.
var bury func(*pooled) []byte
