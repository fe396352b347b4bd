// Package bytesgiven has functions that are given a ByteRef, and what they do with its bytes.
package bytesgiven

import (
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

type tap struct {
	feed chan []byte
	last []byte
	kept [][]byte
	wg   sync.WaitGroup
	sum  int
}

func (t *tap) mirror(payload []byte) { t.feed <- payload }

func (t *tap) remember(payload []byte) { t.last = payload }

func (t *tap) collect(payload []byte) { t.kept = append(t.kept, payload) }

func (t *tap) count(payload []byte) {
	for _, b := range payload {
		t.sum += int(b)
	}
}

// A parcel has its bytes by value.
type parcel struct {
	to   string
	body stdpool.ByteRef
}
