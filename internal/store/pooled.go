//go:build !(gc && !tinygo && !go1.28 && !race && !msan && !asan && !rcpool_syncpool)

package store

// A Store keeps the idle objects of a pool.
type Store = Pooled
