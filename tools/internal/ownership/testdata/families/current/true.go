package current

import (
	"io"

	"github.com/valyala/bytebufferpool"
	"google.golang.org/grpc/mem"
)

// The buffer that is made of the slices is never freed
// (cloud.google.com/go/storage v1.70.0, grpc_client.go).
func unmarshalLost(data mem.BufferSlice, v any) error {
	switch v := v.(type) {
	case *mem.BufferSlice:
		*v = data
		data.Ref()
		return nil
	case *int:
		buf := data.MaterializeToBuffer(&pool) // want "leak: "
		return decode(buf.ReadOnlyData(), v)
	default:
		return errUnsupported
	}
}

// The bytes of both buffers are returned, which a deferred call puts back
// (github.com/minio/minio, cmd/update.go).
func downloadShared(reader io.Reader) (compressed, plain []byte, err error) {
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
	return bc.Bytes(), b.Bytes(), nil // want "escape: "
}

// The inode that Lookup returns is owned, and never given up
// (gvisor.dev/gvisor, pkg/sentry/fsimpl/cgroupfs/base.go).
func writeControlLost(d *directory, name string) error {
	i, err := d.Lookup(name) // want "leak: "
	if err != nil {
		return err
	}
	if !i.writable {
		return errUnsupported
	}
	return nil
}

// The endpoint takes a reference of its own, and that of the packet is lost
// (golang.zx2c4.com/wireguard, tun/netstack/tun.go).
func (e *endpoint) writeLost(bufs [][]byte, offset int) (int, error) {
	for _, buf := range bufs {
		packet := buf[offset:]
		if len(packet) == 0 {
			continue
		}
		p := NewPacketBuffer(packet) // want "leak: "
		switch packet[0] >> 4 {
		case 4, 6:
			e.injectInbound(int(packet[0]>>4), p)
		default:
			return 0, errUnsupported
		}
	}
	return len(bufs), nil
}

// The buffer of the frame is never released
// (github.com/sagernet/sing-box v1.14.1, transport/v2raygrpclite/conn.go).
func writeFrameLost(w io.Writer, b []byte) (int, error) {
	buffer := NewSize(6 + len(b)) // want "leak: "
	_, _ = buffer.Write([]byte{0, 0, 0, 0, 0, 0x0a})
	_, _ = buffer.Write(b)
	if _, err := w.Write(buffer.Bytes()); err != nil {
		return 0, err
	}
	return len(b), nil
}

// The message is given to the callback after its buffer was put back
// (github.com/miekg/dns v1.1.73, server.go). There rcvet sees that read takes the buffer
// from the pool, and reports it. Here read is a field.
func (s *dnsServer) serve() error {
	m, err := s.read()
	if err != nil {
		return err
	}
	if len(m) < headerSize {
		if cap(m) == s.size {
			s.buffers.Put(m[:s.size]) //rcpool:ignore the pool has slices on purpose
		}
		s.invalid(m, io.ErrShortBuffer) // missed "use-after-release: "
		return nil
	}
	s.handle(m)
	return nil
}
