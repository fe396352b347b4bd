package setfirst

import "bytes"

// The stream goes back with its destination if there is no such codec.
func open(codec string, dst *bytes.Buffer) *stream {
	s := streams.Get().(*stream)
	s.dst, s.buf = dst, s.buf[:0]
	switch codec {
	case "plain":
		s.w = dst
	default:
		streams.Put(s)
		return nil
	}
	return s
}

// It goes back after each use.
func size(dst *bytes.Buffer) int {
	s := streams.Get().(*stream)
	s.dst, s.buf = dst, s.buf[:0]
	n := s.dst.Len()
	streams.Put(s)
	return n
}

// The field fresh goes back as it is, and is set when the session is taken again.
func find(id string, found map[string]string) int {
	s := takeSession()
	s.id, s.fresh = id, found == nil
	if s.fresh {
		s.release()
		return 0
	}
	n := len(found)
	s.release()
	return n
}

// The session was found.
func again(id string) {
	s := takeSession()
	s.id = id
	s.fresh = false
	s.release()
}

// Whether the frame is final is said each time, and who does not say it does not ask.
func sealFrame(text string, final bool) int {
	f := frames.Get().(*frame)
	f.final = final
	f.buf = append(f.buf[:0], text...)
	n := len(f.buf)
	if f.final {
		n++
	}
	frames.Put(f)
	return n
}

// The whole frame is assigned before the Put.
func length(texts ...string) int {
	f := frames.Get().(*frame)
	f.add(texts...)
	n := len(f.buf)
	*f = frame{buf: f.buf[:0]}
	frames.Put(f)
	return n
}

// A method assigns it.
func isLong(text string) bool {
	f := frames.Get().(*frame)
	defer func() {
		f.reset()
		frames.Put(f)
	}()
	f.buf = append(f.buf, text...)
	return len(f.buf) > 100
}
