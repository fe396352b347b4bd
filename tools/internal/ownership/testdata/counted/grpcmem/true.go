package grpcmem

import (
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

// copyLost copies into a buffer that nobody frees.
func copyLost(w io.Writer, p []byte) error {
	buf := mem.Copy(p, mem.DefaultBufferPool()) // want "^leak: "
	_, err := w.Write(buf.ReadOnlyData())
	return err
}

// marshalLost frees the buffers unless the write fails.
func marshalLost(w io.Writer, v any) error {
	data, err := marshal(v) // missed "^leak: "
	if err != nil {
		return err
	}
	if _, err := w.Write(data.Materialize()); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	data.Free()
	return nil
}

// dataAfter reads the memory of a buffer that it has freed.
func dataAfter(w io.Writer, p []byte) error {
	buf := mem.Copy(p, mem.DefaultBufferPool())
	data := buf.ReadOnlyData()
	buf.Free()
	_, err := w.Write(data) // want "^use-after-release: "
	return err
}

// lenAfter asks a freed buffer for its length, which panics.
func lenAfter(p []byte) int {
	buf := mem.Copy(p, mem.DefaultBufferPool())
	sum := checksum(buf)
	buf.Free()
	return sum / buf.Len() // want "^use-after-release: "
}

// freedTwice frees by hand what the defer frees again.
func freedTwice(w io.Writer, v any) error {
	data, err := marshal(v)
	if err != nil {
		return err
	}
	defer data.Free()
	if data.Len() == 0 {
		data.Free() // want "^double-release: "
		return errShort
	}
	_, err = w.Write(data.Materialize())
	return err
}

// dataReturned returns the memory of a buffer that is freed by defer.
func dataReturned(v any) ([]byte, error) {
	data, err := marshal(v)
	if err != nil {
		return nil, err
	}
	buf := data.MaterializeToBuffer(mem.DefaultBufferPool())
	data.Free()
	defer buf.Free()
	return buf.ReadOnlyData(), nil // want "^escape: "
}

// refLost takes a second reference and frees it on the good path only.
func refLost(w io.Writer, p []byte) error {
	buf := mem.Copy(p, mem.DefaultBufferPool())
	defer buf.Free()
	buf.Ref() // want "^leak: "
	if checksum(buf) == 0 {
		return errShort
	}
	_, err := w.Write(buf.ReadOnlyData())
	buf.Free()
	return err
}

// toGoroutine frees the buffer under the goroutine that reads it.
func toGoroutine(w io.Writer, p []byte) {
	buf := mem.Copy(p, mem.DefaultBufferPool())
	defer buf.Free()
	go func() { // want "^escape: "
		_, _ = w.Write(buf.ReadOnlyData())
	}()
}

// queued sends a buffer and frees it without a reference of its own.
func (s *stream) queued(p []byte) {
	buf := mem.Copy(p, mem.DefaultBufferPool())
	s.send <- buf // want "^escape: "
	buf.Free()
}

// compressedLost replaces the buffer and loses the first one.
func compressedLost(p []byte) (mem.Buffer, error) {
	buf := mem.Copy(p, mem.DefaultBufferPool()) // want "^leak: "
	buf, err := compress(buf)
	if err != nil {
		return nil, err
	}
	return buf, nil
}

// readerLost never closes the reader, which holds references of its own.
func readerLost(v any) (int, error) {
	data, err := marshal(v)
	if err != nil {
		return 0, err
	}
	defer data.Free()
	r := data.Reader() // want "^leak: "
	return r.Remaining(), nil
}

// restLost loses the right part when the left one is worthless.
func restLost(p []byte, n int) (mem.Buffer, error) {
	buf := mem.Copy(p, mem.DefaultBufferPool())
	head := buf.Slice(0, n)
	rest := buf.Slice(n, buf.Len()) // missed "^leak: "
	buf.Free()
	if rest.Len() == 0 {
		rest.Free()
		return head, nil
	}
	if checksum(rest) == 0 {
		head.Free()
		return nil, errShort
	}
	rest.Free()
	return head, nil
}

// materializedLost frees the slice and forgets the buffer made of it.
func materializedLost(v any) (int, error) {
	data, err := marshal(v)
	if err != nil {
		return 0, err
	}
	defer data.Free()
	buf := data.MaterializeToBuffer(mem.DefaultBufferPool()) // want "^leak: "
	return checksum(buf), nil
}
