package leftfornext

// The size is set when the encoder was reset, for the next owner.
func encode(texts ...string) string {
	e := encoders.Get().(*encoder)
	e.prepare()
	for _, text := range texts {
		e.add(text)
	}
	out := e.text()
	if e.reset() == nil {
		e.lastSize = len(out)
		encoders.Put(e)
	}
	return out
}

// All is assigned anew, and the size after that.
func encodeOne(text string) string {
	e := encoders.Get().(*encoder)
	e.prepare()
	e.add(text)
	out := e.text()
	*e = encoder{}
	e.lastSize = len(out)
	encoders.Put(e)
	return out
}

// The fields are reset one by one.
func encodeAll(texts []string) (out []string) {
	e := encoders.Get().(*encoder)
	e.prepare()
	size := 0
	for _, text := range texts {
		e.add(text)
		size = len(e.buf)
	}
	out = append(out, e.text())
	e.buf, e.lines, e.lastSize = nil, 0, 0
	if size > 0 {
		e.lastSize = size
	}
	encoders.Put(e)
	return out
}

// The size is given up with everything else.
func length(text string) int {
	e := encoders.Get().(*encoder)
	e.prepare()
	e.add(text)
	n := len(e.text())
	e.reset()
	encoders.Put(e)
	return n
}
