// truth: correct
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"google.golang.org/grpc/mem"
)

// frame is a message on its way to a stream. It owns its data.
type frame struct {
	stream uint32
	data   mem.Buffer
}

var errFrame = errors.New("frame too large")

type mux struct {
	pool    mem.BufferPool
	mu      sync.Mutex
	streams map[uint32]chan frame
	unknown int
}

func (m *mux) open(id uint32, depth int) <-chan frame {
	m.mu.Lock()
	defer m.mu.Unlock()
	ch := make(chan frame, depth)
	m.streams[id] = ch
	return ch
}

func (m *mux) dispatch(f frame) {
	m.mu.Lock()
	ch, ok := m.streams[f.stream]
	m.mu.Unlock()
	if !ok {
		m.unknown++
		f.data.Free()
		return
	}
	ch <- f
}

// serve reads frames until the end of the connection.
func (m *mux) serve(r io.Reader) error {
	defer m.shutdown()
	var head [8]byte
	for {
		if _, err := io.ReadFull(r, head[:]); err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
		id, n := binary.BigEndian.Uint32(head[:]), binary.BigEndian.Uint32(head[4:])
		if n > 1<<16 {
			return errFrame
		}
		data := m.pool.Get(int(n))
		if _, err := io.ReadFull(r, *data); err != nil {
			m.pool.Put(data)
			return fmt.Errorf("stream %d: %w", id, err)
		}
		m.dispatch(frame{id, mem.NewBuffer(data, m.pool)})
	}
}

func (m *mux) shutdown() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, ch := range m.streams {
		delete(m.streams, id)
		close(ch)
	}
}

// collect gathers the frames of a stream into one message of at most max bytes.
func collect(in <-chan frame, max int) ([]byte, error) {
	var msg mem.BufferSlice
	defer func() { msg.Free() }()
	size := 0
	var err error
	for f := range in {
		if err != nil || size+f.data.Len() > max {
			err = fmt.Errorf("stream %d: message over %d bytes", f.stream, max)
			f.data.Free()
			continue // the mux must not block
		}
		size += f.data.Len()
		msg = append(msg, f.data)
	}
	if err != nil {
		return nil, err
	}
	return msg.Materialize(), nil
}

func wire(sizes ...[2]uint32) []byte {
	var b []byte
	for _, s := range sizes {
		b = binary.BigEndian.AppendUint32(b, s[0])
		b = binary.BigEndian.AppendUint32(b, s[1])
		b = append(b, bytes.Repeat([]byte{byte(s[0])}, int(s[1]))...)
	}
	return b
}

func main() {
	m := &mux{pool: mem.DefaultBufferPool(), streams: map[uint32]chan frame{}}
	var wg sync.WaitGroup
	results := make([]string, 3)
	for id := range uint32(3) {
		in := m.open(id, 1)
		wg.Go(func() {
			msg, err := collect(in, 9000)
			results[id] = fmt.Sprint(id, " ", len(msg), " ", err)
		})
	}
	conn := wire([2]uint32{0, 3000}, [2]uint32{1, 5000}, [2]uint32{7, 2000}, [2]uint32{1, 4500}, [2]uint32{2, 0}, [2]uint32{1, 10}, [2]uint32{0, 5000})
	fmt.Println(m.serve(bytes.NewReader(append(conn, wire([2]uint32{2, 4000})[:100]...))))
	wg.Wait()
	for _, r := range results {
		fmt.Println(r)
	}
	fmt.Println(m.unknown, "unknown")
}
