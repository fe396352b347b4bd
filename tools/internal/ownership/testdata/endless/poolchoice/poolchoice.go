// Package poolchoice chooses a pool by what such a loop has counted.
package poolchoice

import "sync"

type B struct{ b []byte }

var p1, p2 = sync.Pool{New: func() any { return new(B) }}, sync.Pool{New: func() any { return new(B) }}

func F(in []int) {
	b := p1.Get().(*B)
	n := 0
	for _, x := range in {
		switch x {
		case 1:
			continue
		case 2:
			continue
		case 3:
			continue
		case 4:
			continue
		case 5:
			continue
		case 6:
			continue
		case 7:
			n++
		}
		n += 2
	}
	if n > 3 {
		p1.Put(b)
	} else {
		p2.Put(b)
	}
}
