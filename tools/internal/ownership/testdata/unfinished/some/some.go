// Package some has a function with too many paths.
package some

import (
	"bytes"
	"sync"
)

var pool = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func classify(code int) (n int) { // want "unfinished: classify"
	buf := pool.Get().(*bytes.Buffer)
	defer pool.Put(buf)
	var has [14]bool
	if code&(1<<0) != 0 {
		has[0] = true
	}
	if code&(1<<1) != 0 {
		has[1] = true
	}
	if code&(1<<2) != 0 {
		has[2] = true
	}
	if code&(1<<3) != 0 {
		has[3] = true
	}
	if code&(1<<4) != 0 {
		has[4] = true
	}
	if code&(1<<5) != 0 {
		has[5] = true
	}
	if code&(1<<6) != 0 {
		has[6] = true
	}
	if code&(1<<7) != 0 {
		has[7] = true
	}
	if code&(1<<8) != 0 {
		has[8] = true
	}
	if code&(1<<9) != 0 {
		has[9] = true
	}
	if code&(1<<10) != 0 {
		has[10] = true
	}
	if code&(1<<11) != 0 {
		has[11] = true
	}
	if code&(1<<12) != 0 {
		has[12] = true
	}
	if code&(1<<13) != 0 {
		has[13] = true
	}
	for _, is := range has {
		if is {
			n++
		}
	}
	return n
}

func reset() { // few ways
	buf := pool.Get().(*bytes.Buffer)
	buf.Reset()
	pool.Put(buf)
}
