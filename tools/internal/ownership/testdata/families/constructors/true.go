package constructors

import (
	"io"

	"test/families/constructors/lease"
)

// The message is asked for its size after it was closed.
func sizeAfterClose() int {
	m := newMessage(frames.Get())
	m.Close()
	return m.size() // want "use-after-release: "
}

// The holder is not closed when the read fails.
func readUnheld(r io.Reader) (byte, error) {
	h := hold(frames.Get()) // want "leak: "
	if _, err := io.ReadFull(r, h.get().Data[:4]); err != nil {
		return 0, err
	}
	b := h.get().Data[0]
	h.Close()
	return b, nil
}

// Two copies of the view are closed.
func closeCopies(w io.Writer, from, to int) error {
	frame := frames.Get()
	v := makeView(frame, from, to)
	rest := v
	rest.from = to
	defer v.close()
	_, err := w.Write(v.bytes())
	rest.close() // want "double-release: "
	return err
}

// Only one of the two is closed.
func exchangeHalf() int {
	p := &pair{request: &holder[Frame]{ref: frames.Get()}, response: &holder[Frame]{ref: frames.Get()}} // want "leak: "
	n := p.request.get().N + p.response.get().N
	p.request.Close()
	return n
}

// The pair has closed the request.
func exchangeAndCloseAgain() int {
	p := newPair(frames.Get(), frames.Get())
	n := p.response.get().N
	request := p.request
	p.Close()
	request.Close() // want "double-release: "
	return n
}

// One direction of the tunnel is never closed.
func relayOneWay() {
	t := &tunnel{up: newPair(frames.Get(), frames.Get()), down: newPair(frames.Get(), frames.Get())} // want "leak: "
	t.up.request.get().Kind = 1
	t.down.response.get().Kind = 2
	t.up.Close()
}

// The handle of the other package is closed, and then read.
func openClosed(name string) byte {
	h := lease.Open(name, frames.Get())
	h.Close()
	return h.Value().Kind // want "use-after-release: "
}

// The constructor has released the frame when it fails, and so does the caller.
func openNamedTwice(name string) (byte, error) {
	frame := frames.Get()
	h, err := lease.OpenNamed(name, frame)
	if err != nil {
		frame.Release() // want "double-release: "
		return 0, err
	}
	defer h.Close()
	return h.Value().Kind, nil
}

// If the session cannot be filled, it is closed here and by the deferred call.
func loginTwice(user string) error {
	s := newSession(frames.Get(), withKind(3), withLimit(64))
	defer s.Close()
	if err := s.fill(user); err != nil {
		s.Close() // want "double-release: "
		return err
	}
	return nil
}

// A turn that fails forgets its session.
func sendSome(texts []string) (sent int) {
	for _, text := range texts {
		s := newSession(frames.Get(), withKind(1)) // want "leak: "
		if err := s.fill(text); err != nil {
			continue
		}
		sent++
		s.Close()
	}
	return sent
}

// The constructor has released the frame when it fails, but it is read.
func checkReleased(r io.Reader) (int, error) {
	frame := frames.Get()
	n, err := r.Read(frame.Value().Data[:])
	if err != nil {
		frame.Release()
		return 0, err
	}
	frame.Value().N = n
	m, err := newChecked(frame)
	if err != nil {
		return int(frame.Value().Kind), err // want "use-after-release: "
	}
	defer m.Close()
	return m.size(), nil
}

// The method value runs at the end, after the owner was closed already.
func deferredMethodTwice() int {
	h := hold(frames.Get())
	closing := h.Close
	defer closing()
	n := h.get().N
	h.Close() // want "double-release: "
	return n
}
