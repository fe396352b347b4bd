package current

import (
	"bytes"
	"io"

	"github.com/valyala/bytebufferpool"
	"google.golang.org/grpc/mem"
)

// The buffer is freed when it was decoded.
func unmarshal(data mem.BufferSlice, v any) error {
	switch v := v.(type) {
	case *mem.BufferSlice:
		*v = data
		data.Ref()
		return nil
	case *int:
		buf := data.MaterializeToBuffer(&pool)
		defer buf.Free()
		return decode(buf.ReadOnlyData(), v)
	default:
		return errUnsupported
	}
}

// The bytes are copied.
func download(reader io.Reader) (compressed, plain []byte, err error) {
	b := bytebufferpool.Get()
	bc := bytebufferpool.Get()
	defer func() {
		b.Reset()
		bc.Reset()

		bytebufferpool.Put(b)
		bytebufferpool.Put(bc)
	}()
	if _, err = io.Copy(bc, io.TeeReader(reader, b)); err != nil {
		return nil, nil, err
	}
	return bytes.Clone(bc.Bytes()), bytes.Clone(b.Bytes()), nil
}

// The inode is given up on each path.
func writeControl(d *directory, name string) error {
	i, err := d.Lookup(name)
	if err != nil {
		return err
	}
	defer i.DecRef()
	if !i.writable {
		return errUnsupported
	}
	return nil
}

// The packet's own reference is given up in each turn.
func (e *endpoint) write(bufs [][]byte, offset int) (int, error) {
	for _, buf := range bufs {
		packet := buf[offset:]
		if len(packet) == 0 {
			continue
		}
		version := int(packet[0] >> 4)
		if version != 4 && version != 6 {
			return 0, errUnsupported
		}
		p := NewPacketBuffer(packet)
		e.injectInbound(version, p)
		p.DecRef()
	}
	return len(bufs), nil
}

// The buffer is released at the end.
func writeFrame(w io.Writer, b []byte) (int, error) {
	buffer := NewSize(6 + len(b))
	defer buffer.Release()
	_, _ = buffer.Write([]byte{0, 0, 0, 0, 0, 0x0a})
	_, _ = buffer.Write(b)
	if _, err := w.Write(buffer.Bytes()); err != nil {
		return 0, err
	}
	return len(b), nil
}

// The buffer is put back when the callback is done.
func (s *dnsServer) serveFirst() error {
	m, err := s.read()
	if err != nil {
		return err
	}
	if len(m) < headerSize {
		s.invalid(m, io.ErrShortBuffer)
		if cap(m) == s.size {
			s.buffers.Put(m[:s.size]) //rcpool:ignore the pool has slices on purpose
		}
		return nil
	}
	s.handle(m)
	return nil
}
