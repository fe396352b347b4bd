package replacedmemory

// The deferred call gives the encoder another buffer.
func quoted(text string) []byte {
	e := borrow()
	defer func() {
		e.buf = make([]byte, 0, 64)
		e.release()
	}()
	return e.quote(text)
}

// The result of a literal is memory that the encoder has no more.
func encoded(v any) ([]byte, error) {
	e := borrow()
	defer func() {
		e.buf = nil
		e.release()
	}()
	out, err := func() ([]byte, error) {
		switch v := v.(type) {
		case string:
			return e.quote(v), nil
		case byte:
			return e.digit(v)
		}
		return nil, nil
	}()
	return out, err
}

// The buffer is taken out of the encoder.
func quotedAtOnce(text string) []byte {
	e := borrow()
	out := e.quote(text)
	e.buf = nil
	e.release()
	return out
}

// The encoder gets the buffer of the caller for its own.
func exchange(text string, other []byte) []byte {
	e := borrow()
	out := e.quote(text)
	e.buf = other[:0]
	e.release()
	return out
}

// The text goes on in the list of the pool, and the list in which it was goes back.
func upper(text *[]byte) {
	dst := lists.Get().(*[]byte)
	*text, *dst = appendUpper((*dst)[:0], *text), *text
	lists.Put(dst)
}
