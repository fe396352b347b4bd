// truth: double-release line 77 callee

// Command notifier sends push notifications in the background.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Note struct {
	Device string
	Text   []byte
	Tries  int
}

func (n *Note) Reset() { *n = Note{Text: n.Text[:0]} }

var notes = rcpool.Pool[Note]{Name: "notes"}

type transport interface {
	push(device string, text []byte) error
}

type Notifier struct {
	mu     sync.Mutex
	queue  chan rcpool.Ref[Note]
	closed bool
	done   sync.WaitGroup
	failed int
}

var (
	ErrClosed = errors.New("notifier: closed")
	ErrFull   = errors.New("notifier: queue is full")
)

func New(t transport, depth int) *Notifier {
	n := &Notifier{queue: make(chan rcpool.Ref[Note], depth)}
	n.done.Go(func() {
		for note := range n.queue {
			note.Value().Tries++
			if err := t.push(note.Value().Device, note.Value().Text); err != nil {
				n.failed++
			}
			note.Release()
		}
	})
	return n
}

func (n *Notifier) enqueue(note rcpool.Ref[Note]) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		note.Release()
		return ErrClosed
	}
	select {
	case n.queue <- note:
		return nil
	default:
		note.Release()
		return ErrFull
	}
}

func (n *Notifier) Notify(device, format string, args ...any) error {
	note := notes.Get()
	v := note.Value()
	v.Device = device
	v.Text = fmt.Appendf(v.Text, format, args...)
	if err := n.enqueue(note); err != nil {
		note.Release()
		return fmt.Errorf("notify %s: %w", device, err)
	}
	return nil
}

func (n *Notifier) Close() int {
	n.mu.Lock()
	n.closed = true
	close(n.queue)
	n.mu.Unlock()
	n.done.Wait()
	return n.failed
}

type console struct{ sent []string }

func (c *console) push(device string, text []byte) error {
	if device == "lost" {
		return errors.New("unregistered")
	}
	c.sent = append(c.sent, device+": "+string(text))
	return nil
}

func main() {
	c := new(console)
	n := New(c, 8)
	for i, device := range []string{"phone", "lost", "tablet"} {
		if err := n.Notify(device, "you have %d messages", i); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(n.Close(), len(c.sent))
	fmt.Println(n.Notify("phone", "too late"))
}
