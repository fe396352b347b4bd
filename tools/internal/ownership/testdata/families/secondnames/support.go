// Package secondnames has fields that are a second name of what another field owns.
package secondnames

import (
	"sync"

	"github.com/rcpool/rcpool"
)

type picture struct {
	number int
	pixels []byte
}

type score struct {
	points int
	name   string
}

var (
	pictures = rcpool.Pool[picture]{Name: "pictures"}
	scores   = sync.Pool{New: func() any { return new(score) }}
)

func differs(a, b *picture) bool { return len(a.pixels) != len(b.pixels) || a.number > b.number }

// encodeAll gives an encoder pictures, one after the other.
func encodeAll(encode func(rcpool.Ref[picture]), n int) {
	for i := range n {
		ref := pictures.Get()
		ref.Value().number = i
		encode(ref)
	}
}
