package closedfirst

// A deferred function closes the handle again.
func report(send func([]byte) error) (err error) {
	h := newHandle(send)
	defer func() {
		if cerr := h.close(); err == nil {
			err = cerr
		}
	}()
	h.add("requests:1")
	return h.close()
}

// A deferred call closes the handle again, which has a flag.
func reportFlag(send func([]byte) error) error {
	h := newHandle(send)
	defer h.closeFlag()
	h.add("requests:1")
	return h.closeFlag()
}

// The handle has another encoder when it is closed again.
func reportTwice(send func([]byte) error) error {
	h := newHandle(send)
	defer h.close()
	h.add("requests:1")
	if err := h.closeTo(encoders.Get().(*encoder)); err != nil {
		return err
	}
	h.add("requests:2")
	return nil
}

// A deferred call closes the sender again.
func deliver(send func([]byte) error, text string) error {
	s := newSender(send)
	defer s.close()
	p := s.ref.Value()
	p.Text = append(p.Text, text...)
	return s.close()
}
