package appendedby

import "bytes"

// The codec only checks the text, and the buffer is never put back.
func (s *sender) checked(text string) error {
	b := get() // want "leak: "
	b.WriteString(text)
	return s.codec.Check(b.Bytes())
}

// Neither the buffer nor its memory goes back.
func (s *sender) copied(text string) error {
	b := get() // want "leak: "
	b.WriteString(text)
	_, err := s.to.Write(b.Bytes())
	return err
}

// The memory is used by the codec after the buffer was put back.
func (s *sender) sendLate(v any) error {
	b := get()
	data := b.Bytes()
	put(b)
	data, err := s.codec.AppendTo(data, v) // want "use-after-release: "
	if err != nil {
		return err
	}
	_, err = s.to.Write(data)
	put(bytes.NewBuffer(data))
	return err
}
