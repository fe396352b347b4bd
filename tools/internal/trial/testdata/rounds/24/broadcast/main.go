// truth: correct

// Command broadcast encodes a notification once and sends the same buffers to
// all streams; each stream has a queue of its own.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"google.golang.org/grpc/mem"
)

type Notification struct {
	Topic string `json:"topic"`
	Body  string `json:"body"`
}

type codec struct{ pool mem.BufferPool }

// Marshal returns buffers that the caller owns.
func (c codec) Marshal(v any) (mem.BufferSlice, error) {
	var out mem.BufferSlice
	if err := json.NewEncoder(mem.NewWriter(&out, c.pool)).Encode(v); err != nil {
		out.Free()
		return nil, err
	}
	return out, nil
}

// Unmarshal borrows data.
func (c codec) Unmarshal(data mem.BufferSlice, v any) error {
	buf := data.MaterializeToBuffer(c.pool)
	defer buf.Free()
	return json.Unmarshal(buf.ReadOnlyData(), v)
}

type stream struct {
	queue chan mem.BufferSlice
	got   int
}

var errSlow = errors.New("stream is slow")

// send adds a reference of its own to data.
func (s *stream) send(ctx context.Context, data mem.BufferSlice) error {
	data.Ref()
	select {
	case s.queue <- data:
		return nil
	case <-ctx.Done():
		data.Free()
		return errSlow
	}
}

func (s *stream) run(c codec) error {
	for data := range s.queue {
		var n Notification
		err := c.Unmarshal(data, &n)
		data.Free()
		if err != nil {
			s.drain()
			return err
		}
		s.got += len(n.Body)
	}
	return nil
}

func (s *stream) drain() {
	for data := range s.queue {
		data.Free()
	}
}

type hub struct {
	codec   codec
	streams []*stream
}

func (h *hub) publish(ctx context.Context, n Notification) error {
	data, err := h.codec.Marshal(n)
	if err != nil {
		return err
	}
	defer data.Free()
	var errs []error
	for _, s := range h.streams {
		if err := s.send(ctx, data); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func main() {
	h := &hub{codec: codec{mem.DefaultBufferPool()}}
	var wg sync.WaitGroup
	for range 3 {
		s := &stream{queue: make(chan mem.BufferSlice, 2)}
		h.streams = append(h.streams, s)
		wg.Go(func() {
			if err := s.run(h.codec); err != nil {
				fmt.Println(err)
			}
		})
	}
	body := make([]byte, 3000)
	for i := range body {
		body[i] = 'a' + byte(i%26)
	}
	for i := range 10 {
		if err := h.publish(context.Background(), Notification{fmt.Sprint("t", i), string(body[:i*300])}); err != nil {
			fmt.Println(err)
		}
	}
	for _, s := range h.streams {
		close(s.queue)
	}
	wg.Wait()
	stuck := &hub{codec: h.codec, streams: []*stream{{queue: make(chan mem.BufferSlice)}}}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	fmt.Println(stuck.publish(ctx, Notification{Topic: "nobody"}), h.streams[0].got, h.streams[2].got)
}
