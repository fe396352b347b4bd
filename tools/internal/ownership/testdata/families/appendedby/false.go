package appendedby

import "bytes"

// What the codec returns goes back in another buffer.
func (s *sender) send(v any) error {
	data, err := s.codec.AppendTo(get().Bytes(), v)
	if err != nil {
		return err
	}
	defer put(bytes.NewBuffer(data))
	_, err = s.to.Write(data)
	return err
}

// The codec need not append.
func (s *sender) sendLarge(v any, plain bool) error {
	var data []byte
	var err error
	if plain {
		data, err = s.codec.AppendTo(nil, v)
	} else {
		data, err = s.codec.AppendTo(get().Bytes(), v)
	}
	if err != nil {
		return err
	}
	b := bytes.NewBuffer(data)
	defer put(b)
	if len(data) > 1<<10 {
		compressed := get()
		defer put(compressed)
		compressed.Write(data[:1<<10])
		_, err = s.to.Write(compressed.Bytes())
		return err
	}
	_, err = b.WriteTo(s.to)
	return err
}

// A function appends.
func (s *sender) sendBy(appendTo func([]byte) []byte) error {
	data := appendTo(get().Bytes())
	_, err := s.to.Write(data)
	put(bytes.NewBuffer(data))
	return err
}
