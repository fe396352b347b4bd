package constructors

import (
	"io"

	"test/families/constructors/lease"
)

// The message owns the frame, and is closed once.
func sendMessage() int {
	m := newMessage(frames.Get())
	n := m.size()
	m.Close()
	return n
}

// The generic holder owns the frame, and is closed on each way out.
func readHeld(r io.Reader) (byte, error) {
	h := hold(frames.Get())
	defer h.Close()
	if _, err := io.ReadFull(r, h.get().Data[:4]); err != nil {
		return 0, err
	}
	return h.get().Data[0], nil
}

// The view is a value, and one copy of it is closed.
func firstOfView(w io.Writer, from, to int) error {
	frame := frames.Get()
	frame.Value().N = to
	v := makeView(frame, from, to)
	defer v.close()
	_, err := w.Write(v.bytes())
	return err
}

// The two frames of the pair have an owner each, and are closed by hand.
func exchange() int {
	p := &pair{request: &holder[Frame]{ref: frames.Get()}, response: &holder[Frame]{ref: frames.Get()}}
	n := p.request.get().N + p.response.get().N
	p.request.Close()
	p.response.Close()
	return n
}

// The pair closes both.
func exchangeAndClose() int {
	p := newPair(frames.Get(), frames.Get())
	defer p.Close()
	p.request.get().Kind = 1
	return p.response.get().N
}

// Four frames, two levels down.
func relay() {
	t := &tunnel{up: newPair(frames.Get(), frames.Get()), down: newPair(frames.Get(), frames.Get())}
	t.up.request.get().Kind = 1
	t.down.response.get().Kind = 2
	t.Close()
}

// The constructor is in another package.
func open(name string) byte {
	h := lease.Open(name, frames.Get())
	defer h.Close()
	return h.Value().Kind
}

// If the constructor of the other package fails, it has released the frame.
func openNamed(name string) (byte, error) {
	h, err := lease.OpenNamed(name, frames.Get())
	if err != nil {
		return 0, err
	}
	kind := h.Value().Kind
	h.Close()
	return kind, nil
}

// The options are applied before the session is used.
func login(user string) error {
	s := newSession(frames.Get(), withKind(3), withLimit(64))
	defer s.Close()
	return s.fill(user)
}

// A loop makes an owner in each turn, and closes it in the same turn.
func sendAll(texts []string) (sent int) {
	for _, text := range texts {
		s := newSession(frames.Get(), withKind(1))
		if err := s.fill(text); err != nil {
			s.Close()
			continue
		}
		sent++
		s.Close()
	}
	return sent
}

// If the constructor fails, it has released the frame.
func check(r io.Reader) (int, error) {
	frame := frames.Get()
	n, err := r.Read(frame.Value().Data[:])
	if err != nil {
		frame.Release()
		return 0, err
	}
	frame.Value().N = n
	m, err := newChecked(frame)
	if err != nil {
		return 0, err
	}
	defer m.Close()
	return m.size(), nil
}

// The method value of the new owner is what runs at the end.
func deferredMethod() int {
	h := hold(frames.Get())
	closing := h.Close
	defer closing()
	return h.get().N
}
