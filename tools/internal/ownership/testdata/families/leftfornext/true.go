package leftfornext

// The lines go back as they were counted.
func encodeDirty(texts ...string) string {
	e := encoders.Get().(*encoder)
	e.prepare()
	for _, text := range texts {
		e.buf = append(e.buf, text...)
	}
	e.lines = len(texts)
	out := e.text()
	e.buf = nil
	encoders.Put(e) // want "reset: "
	return out
}

// Only long texts are followed by a reset.
func encodeLong(text string) string {
	e := encoders.Get().(*encoder)
	e.prepare()
	e.buf = append(e.buf, text...)
	if len(text) > 100 {
		e.reset()
	}
	e.lines = 1
	out := e.text()
	encoders.Put(e) // want "reset: "
	return out
}

// After the reset, the encoder is used for another text.
func encodeTwo(a, b string) (string, string) {
	e := encoders.Get().(*encoder)
	e.prepare()
	e.buf = append(e.buf, a...)
	e.lines = 1
	first := e.text()
	e.reset()
	e.buf = append(e.buf, b...)
	e.lines = 1
	second := e.text()
	encoders.Put(e) // want "reset: "
	return first, second
}

// The encoder is put back twice if it was reset.
func encodeTwice(text string) string {
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	e.prepare()
	e.add(text)
	out := e.text()
	if e.reset() == nil {
		encoders.Put(e) // want "double-release: "
	}
	return out
}
