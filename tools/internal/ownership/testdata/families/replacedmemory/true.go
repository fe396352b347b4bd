package replacedmemory

// The encoder goes back with the buffer that is returned.
func quotedDirty(text string) []byte {
	e := borrow()
	defer e.release()
	return e.quote(text) // want "escape: "
}

// Only large buffers are replaced.
func encodedDirty(v any) ([]byte, error) {
	e := borrow()
	defer func() {
		if cap(e.buf) > 1<<10 {
			e.buf = nil
		}
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
	return out, err // want "escape: "
}

// A reset keeps the buffer.
func quotedAfterReset(text string) []byte {
	e := borrow()
	out := e.quote(text)
	e.reset()
	e.release()
	return out // want "use-after-release: "
}

// The result is memory of the new buffer.
func exchangeEarly(text string, other []byte) []byte {
	e := borrow()
	e.buf = other[:0]
	out := e.quote(text)
	e.release()
	return out // want "use-after-release: "
}

// The list goes back with the text that goes on in it.
func upperDirty(text *[]byte) {
	dst := lists.Get().(*[]byte)
	*text = appendUpper((*dst)[:0], *text) // want "escape: "
	lists.Put(dst)
}
