// truth: correct

// Command sums does not use rcpool, so no mutant of it is run.
package main

import "sync"

var pool = sync.Pool{New: func() any { return new(int) }}

func main() {
	n := pool.Get().(*int)
	*n = 0
	pool.Put(n)
}
