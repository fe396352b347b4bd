package byhand

import (
	"bytes"
	"io"
	"sync"
)

// broadcast takes a reference for each receiver, who gives it up.
func broadcast(s string, to ...chan<- *packet) {
	p := packets.Get().(*packet)
	p.refs.Store(1)
	defer p.Unref()
	p.payload = append(p.payload[:0], s...)
	for _, receiver := range to {
		p.Ref()
		receiver <- p
	}
}

// both is the same for two.
func both(s string, a, b chan<- *packet) {
	p := packets.Get().(*packet)
	p.refs.Store(1)
	defer p.Unref()
	p.payload = append(p.payload[:0], s...)
	p.Ref()
	a <- p
	p.Ref()
	b <- p
}

// receive gives up what it has received.
func receive(from <-chan *packet) string {
	p := <-from
	defer p.Unref()
	return string(p.payload)
}

// writeBetween writes a packet that has one reference left.
func writeBetween(w io.Writer, s string) error {
	p := newPacket(s)
	p.Ref()
	p.Unref()
	err := write(w, p)
	p.Unref()
	return err
}

// send leaves its only reference to the peer.
func (l *link) send(s string) {
	p := newPacket(s)
	l.out <- p
}

// keep keeps a packet with a reference, and gives up the one it had.
func (l *link) keep(s string) {
	p := newPacket(s)
	defer p.Unref()
	p.Ref()
	l.mu.Lock()
	old := l.last
	l.last = p
	l.mu.Unlock()
	if old != nil {
		old.Unref()
	}
}

// backgroundCounted counts before it starts the goroutine.
func backgroundCounted(w io.Writer, s string) {
	p := newPacket(s)
	defer p.Unref()
	p.Ref()
	go func() {
		defer p.Unref()
		_ = write(w, p)
	}()
}

// sums lets each goroutine drop the frame that it has acquired.
func sums(out chan<- int, parts int, rows ...int) {
	f := frames.Get().(*frame)
	f.users = 1
	f.rows = append(f.rows[:0], rows...)
	for part := range parts {
		g := f.acquire()
		go func() {
			defer g.drop()
			out <- g.rows[part]
		}()
	}
	f.drop()
}

// share holds the block for all of its users at once.
func share(s string, users ...func([]byte)) {
	b := blocks.Get().(*block)
	b.hold(int32(len(users)) + 1)
	defer b.release()
	n := copy(b.data[:], s)
	for _, use := range users {
		go func() {
			defer b.release()
			use(b.data[:n])
		}()
	}
}

// dataCopied returns a copy of what is in the block.
func dataCopied(s string) []byte {
	b := blocks.Get().(*block)
	b.hold(1)
	defer b.release()
	n := copy(b.data[:], s)
	return bytes.Clone(b.data[:n])
}

// textOnce gives the message up, whoever else has it.
func textOnce(w io.Writer, text string, also chan<- *message) error {
	m := messages.Get().(*message)
	m.refs.Store(2)
	m.text = text
	also <- m
	_, err := io.WriteString(w, m.text)
	putMessage(m)
	return err
}

// joined gives the packet up when all have written it.
func joined(s string, ws ...io.Writer) {
	p := newPacket(s)
	defer p.Unref()
	var wg sync.WaitGroup
	for _, w := range ws {
		wg.Go(func() { _ = write(w, p) })
	}
	wg.Wait()
}
