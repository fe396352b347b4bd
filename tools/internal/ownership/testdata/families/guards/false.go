package guards

import "io"

// The flag is swapped by the first Close, and the deferred one does nothing.
func closeSwapped() (int, error) {
	c := newSwapped()
	defer c.Close()
	n := c.chunk.Value().N
	if n == 0 {
		return 0, c.Close()
	}
	return n, nil
}

// The buffer is nil after the first Close.
func closeNilled(text string) error {
	c := newNilled()
	defer c.Close()
	c.buf.WriteString(text)
	return c.Close()
}

// The once is done after the first Close.
func closeOnce(text string) error {
	c := newOnce()
	defer c.Close()
	if _, err := c.buf.WriteString(text); err != nil {
		return c.Close()
	}
	return c.Close()
}

// The conn that must be closed once is closed once on each way out.
func closePlain(text string) error {
	c := newPlain()
	if text == "" {
		return c.Close()
	}
	c.buf.WriteString(text)
	return c.Close()
}

// The view does not own the chunk.
func sumView() (n int) {
	chunk := chunks.Get()
	v := newView(chunk.Value())
	for range 4 {
		n += int(v.next())
	}
	chunk.Release()
	return n
}

// The reader does not own the buffer.
func lines(text string) (n int) {
	buf := getBuffer()
	buf.WriteString(text)
	r := newReader(buf)
	for {
		if _, err := r.ReadString('\n'); err != nil {
			break
		}
		n++
	}
	buffers.Put(buf)
	return n
}

// The writer does not own the buffer, and another one is made for the rest.
func writeParts(parts ...string) (string, error) {
	buf := getBuffer()
	defer buffers.Put(buf)
	for _, part := range parts {
		if _, err := io.WriteString(newLimited(buf, 16), part); err != nil {
			return "", err
		}
	}
	return buf.String(), nil
}

// One turn of the loop closes, and another one finds it closed.
func closeInLoop(events <-chan string, stop <-chan struct{}) int {
	c := newNilled()
	n := 0
	for {
		select {
		case text, ok := <-events:
			if !ok {
				c.Close()
				return n
			}
			n += len(text)
			if text == "close" {
				c.Close()
			}
		case <-stop:
			c.Close()
			return n
		}
	}
}
