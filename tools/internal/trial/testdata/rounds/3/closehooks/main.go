// truth: escape line 61 hard

package main

import (
	"bytes"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// A tunnel runs functions when it is closed, the latest first.
type tunnel struct {
	mu      sync.Mutex
	onClose []func()
	out     strings.Builder
}

func (t *tunnel) defers(f func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.onClose = append(t.onClose, f)
}

func (t *tunnel) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := len(t.onClose) - 1; i >= 0; i-- {
		t.onClose[i]()
	}
	t.onClose = nil
}

type Stream struct {
	ID    int
	Bytes int
}

var streams = rcpool.Pool[Stream]{Name: "streams"}

// relay copies the packets of a stream to the tunnel, and leaves a line of
// statistics for the end.
func (t *tunnel) relay(id int, packets ...string) int {
	stream := streams.Get()
	defer stream.Release()
	buffer := stdpool.Buffer()
	defer buffer.Release()

	s, b := stream.Value(), buffer.Value()
	s.ID = id
	for _, p := range packets {
		encode(b, p)
		s.Bytes += b.Len()
		t.mu.Lock()
		b.WriteTo(&t.out)
		t.mu.Unlock()
	}
	t.defers(func() {
		fmt.Fprintf(&t.out, "stream %d: %d bytes\n", s.ID, s.Bytes)
	})
	return s.Bytes
}

func encode(b *bytes.Buffer, packet string) {
	b.Reset()
	fmt.Fprintf(b, "%d:%s\n", len(packet), packet)
}

func main() {
	t := new(tunnel)
	total := 0
	for id := range 3 {
		total += t.relay(id+1, "hello", strings.Repeat("x", id))
	}
	t.Close()
	fmt.Print(total, " bytes\n", t.out.String())
	if !strings.Contains(t.out.String(), "stream 2: 12 bytes") {
		panic("the statistics are wrong")
	}
}
