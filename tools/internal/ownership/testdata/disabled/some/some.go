// Package some has mistakes of two categories, one of which is not reported.
package some

import "sync"

var pool = sync.Pool{New: func() any { return make([]byte, 64) }}

func put(b []byte) { pool.Put(b) }

func twice(b []byte) {
	pool.Put(b)
	pool.Put(b) // want "double-release: "
}
