package guards

import "io"

// The flag does not help the release that goes around it.
func closeSwappedAround() (int, error) {
	c := newSwapped()
	defer c.Close()
	n := c.chunk.Value().N
	if n == 0 {
		c.chunk.Release() // missed "double-release: "
		return 0, io.EOF
	}
	return n, nil
}

// The buffer is nil after Close, and a copy of the pointer is used.
func useNilled(text string) string {
	c := newNilled()
	buf := c.buf
	buf.WriteString(text)
	c.Close()
	return buf.String() // want "use-after-release: "
}

// The buffer of the conn is used after Close.
func useOnce(text string) string {
	c := newOnce()
	defer c.Close()
	c.buf.WriteString(text)
	c.Close()
	return c.buf.String() // want "use-after-release: "
}

// The conn that must be closed once is closed here and by the deferred call.
func closePlainTwice(text string) error {
	c := newPlain()
	defer c.Close()
	if text == "" {
		return c.Close() // want "double-release: "
	}
	c.buf.WriteString(text)
	return nil
}

// The view is used after the chunk was released.
func sumViewLate() (n int) {
	chunk := chunks.Get()
	v := newView(chunk.Value())
	chunk.Release()
	for range 4 {
		n += int(v.next()) // want "use-after-release: "
	}
	return n
}

// The reader reads from a buffer that was put back.
func linesLate(text string) (n int) {
	buf := getBuffer()
	buf.WriteString(text)
	r := newReader(buf)
	buffers.Put(buf)
	for {
		if _, err := r.ReadString('\n'); err != nil { // missed "use-after-release: "
			break
		}
		n++
	}
	return n
}

// The writer is returned, and its buffer is put back.
func writerOf(text string) io.Writer {
	buf := getBuffer()
	defer buffers.Put(buf)
	buf.WriteString(text)
	return newLimited(buf, 16) // want "escape: "
}

// Two turns of the loop may close the conn.
func closeInLoopTwice(events <-chan string, stop <-chan struct{}) int {
	c := newPlain()
	n := 0
	for {
		select {
		case text, ok := <-events:
			if !ok {
				return n
			}
			n += len(text)
			if text == "close" {
				c.Close() // want "double-release: "
			}
		case <-stop:
			return n
		}
	}
}
