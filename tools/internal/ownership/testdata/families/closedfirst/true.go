package closedfirst

// The deferred call puts the encoder back once more.
func reportAgain(send func([]byte) error) error {
	h := newHandle(send)
	defer h.closeOnce()
	h.add("requests:1")
	return h.closeOnce() // want "double-release: "
}

// The count is read after the encoder went back.
func reportCount(send func([]byte) error) (int, error) {
	h := newHandle(send)
	e := h.e
	h.add("requests:1")
	err := h.close()
	return e.count, err // want "use-after-release: "
}

// The handle is closed, but its encoder is put back here as well.
func reportAndPut(send func([]byte) error) error {
	h := newHandle(send)
	defer encoders.Put(h.e)
	h.add("requests:1")
	return h.close() // want "double-release: "
}

// The deferred call releases the packet once more.
func deliverAgain(send func([]byte) error, text string) error {
	s := newSender(send)
	defer s.closeOnce()
	p := s.ref.Value()
	p.Text = append(p.Text, text...)
	return s.closeOnce() // want "double-release: "
}
