package grpcmem

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"google.golang.org/grpc/mem"
)

// write frees its buffer by defer.
func write(w io.Writer, p []byte) error {
	buf := mem.Copy(p, mem.DefaultBufferPool())
	defer buf.Free()
	_, err := w.Write(buf.ReadOnlyData())
	return err
}

// codec is a grpc codec for JSON.
type codec struct{}

// Marshal hands the buffers to its caller.
func (codec) Marshal(v any) (out mem.BufferSlice, err error) {
	p, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return append(out, mem.Copy(p, mem.DefaultBufferPool())), nil
}

// Unmarshal borrows data and frees only the buffer that it makes.
func (codec) Unmarshal(data mem.BufferSlice, v any) error {
	buf := data.MaterializeToBuffer(mem.DefaultBufferPool())
	defer buf.Free()
	return json.Unmarshal(buf.ReadOnlyData(), v)
}

// pooled gives a slice of the pool to the buffer, which puts it back.
func pooled(r io.Reader, n int) (mem.Buffer, error) {
	pool := mem.DefaultBufferPool()
	bp := pool.Get(n)
	if _, err := io.ReadFull(r, *bp); err != nil {
		pool.Put(bp)
		return nil, err
	}
	return mem.NewBuffer(bp, pool), nil
}

// materialized returns a copy of the data.
func materialized(v any) ([]byte, error) {
	data, err := marshal(v)
	if err != nil {
		return nil, err
	}
	defer data.Free()
	return data.Materialize(), nil
}

// refPerTask takes a reference for each goroutine.
func refPerTask(ws []io.Writer, buf mem.Buffer) {
	for _, w := range ws {
		buf.Ref()
		go func() {
			defer buf.Free()
			_, _ = w.Write(buf.ReadOnlyData())
		}()
	}
}

// joined frees the buffer when its readers are done.
func joined(ws []io.Writer, p []byte) {
	buf := mem.Copy(p, mem.DefaultBufferPool())
	defer buf.Free()
	var wg sync.WaitGroup
	for _, w := range ws {
		wg.Go(func() { _, _ = w.Write(buf.ReadOnlyData()) })
	}
	wg.Wait()
}

// enqueue keeps a reference of its own in the stream.
func (s *stream) enqueue(buf mem.Buffer) {
	buf.Ref()
	s.pending = append(s.pending, buf)
}

// drain frees what was enqueued.
func (s *stream) drain(w io.Writer) (err error) {
	for i, buf := range s.pending {
		if err == nil {
			_, err = w.Write(buf.ReadOnlyData())
		}
		buf.Free()
		s.pending[i] = nil
	}
	s.pending = s.pending[:0]
	return err
}

// compressed frees the first buffer when it has the second.
func compressed(p []byte) (mem.Buffer, error) {
	buf := mem.Copy(p, mem.DefaultBufferPool())
	small, err := compress(buf)
	buf.Free()
	if err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	return small, nil
}

// all frees what was read also when reading fails.
func all(r io.Reader) (int, error) {
	data, err := mem.ReadAll(r, mem.DefaultBufferPool())
	if err != nil {
		data.Free()
		return 0, err
	}
	defer data.Free()
	rd := data.Reader()
	defer rd.Close()
	return rd.Remaining(), nil
}

// framed hands its buffer to the frame, which frees it.
func framed(p []byte) *frame {
	return &frame{payload: mem.Copy(p, mem.DefaultBufferPool())}
}

// size frees the frame that it made.
func size(p []byte) int {
	f := framed(p)
	defer f.free()
	return f.payload.Len()
}
