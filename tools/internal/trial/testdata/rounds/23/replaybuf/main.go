// truth: double-release line 58,77 hard
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type packet struct {
	seq  uint64
	data []byte
}

func (p *packet) Reset() { p.seq, p.data = 0, p.data[:0] }

var packets = rcpool.Pool[packet]{Name: "packets"}

var errGap = errors.New("packet is not in the window any more")

// window keeps packets that were sent until they are acknowledged.
type window struct {
	mu    sync.Mutex
	slots []rcpool.Ref[packet]
	head  uint64
	tail  uint64
}

func newWindow(n int) *window { return &window{slots: make([]rcpool.Ref[packet], n)} }

func (w *window) slot(seq uint64) *rcpool.Ref[packet] {
	return &w.slots[seq%uint64(len(w.slots))]
}

func (w *window) full() bool { return w.tail-w.head == uint64(len(w.slots)) }

// push takes p over and gives it a number.
func (w *window) push(p rcpool.Ref[packet]) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.full() {
		p.Release()
		return false
	}
	p.Value().seq = w.tail
	*w.slot(w.tail) = p
	w.tail++
	return true
}

// ack forgets the packets before seq.
func (w *window) ack(seq uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.head < seq && w.head < w.tail {
		w.slot(w.head).Release()
		w.head++
	}
}

// get returns a packet that is to be sent again.
func (w *window) get(seq uint64) (rcpool.Ref[packet], error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if seq < w.head || seq >= w.tail {
		return rcpool.Ref[packet]{}, errGap
	}
	return w.slot(seq).Retain(), nil
}

func (w *window) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range w.slots {
		rcpool.Drop(&w.slots[i])
	}
	w.head = w.tail
}

func resend(w *window, seq uint64) (string, error) {
	p, err := w.get(seq)
	if err != nil {
		return "", err
	}
	defer p.Release()
	return fmt.Sprintf("%d:%s", p.Value().seq, p.Value().data), nil
}

func main() {
	w := newWindow(4)
	for i := range 6 {
		p := packets.Get()
		p.Value().data = fmt.Appendf(p.Value().data, "data %d", i)
		if !w.push(p) {
			fmt.Println("window is full at", i)
		}
	}
	w.ack(2)
	fmt.Println(resend(w, 1))
	fmt.Println(resend(w, 3))
	w.close()
	fmt.Println(resend(w, 3))
}
