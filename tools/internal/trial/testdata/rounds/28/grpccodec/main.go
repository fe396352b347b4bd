// truth: correct

// Command grpccodec is a codec in the manner of grpc's CodecV2: messages become
// slices of pooled buffers, and unary calls pass them through interceptors.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"google.golang.org/grpc/mem"
)

type Sample struct {
	Name   string
	Values []uint64
}

var errTruncated = errors.New("codec: truncated message")

type Codec struct{ pool mem.BufferPool }

// Marshal returns buffers that the caller frees.
func (c Codec) Marshal(v any) (mem.BufferSlice, error) {
	s, ok := v.(*Sample)
	if !ok {
		return nil, fmt.Errorf("codec: cannot marshal %T", v)
	}
	if len(s.Name) > 255 {
		return nil, fmt.Errorf("codec: name of %d bytes", len(s.Name))
	}
	head := append([]byte{byte(len(s.Name))}, s.Name...)
	out := mem.BufferSlice{mem.Copy(head, c.pool)}
	const perBuffer = 256
	for vals := s.Values; len(vals) > 0; {
		n := min(len(vals), perBuffer)
		data := c.pool.Get(8 * n)
		for i, v := range vals[:n] {
			binary.LittleEndian.PutUint64((*data)[8*i:], v)
		}
		out = append(out, mem.NewBuffer(data, c.pool))
		vals = vals[n:]
	}
	return out, nil
}

// Unmarshal borrows data.
func (c Codec) Unmarshal(data mem.BufferSlice, v any) error {
	s, ok := v.(*Sample)
	if !ok {
		return fmt.Errorf("codec: cannot unmarshal into %T", v)
	}
	r := data.Reader() // has references of its own
	defer r.Close()
	n, err := r.ReadByte()
	if err != nil {
		return errTruncated
	}
	name := make([]byte, n)
	if _, err := io.ReadFull(r, name); err != nil {
		return errTruncated
	}
	s.Name = string(name)
	s.Values = s.Values[:0]
	var word [8]byte
	for r.Remaining() > 0 {
		if _, err := io.ReadFull(r, word[:]); err != nil {
			return errTruncated
		}
		s.Values = append(s.Values, binary.LittleEndian.Uint64(word[:]))
	}
	return nil
}

// A Handler borrows its request; the caller frees the answer.
type Handler func(req mem.BufferSlice) (mem.BufferSlice, error)

func limited(max int, next Handler) Handler {
	return func(req mem.BufferSlice) (mem.BufferSlice, error) {
		if n := req.Len(); n > max {
			return nil, fmt.Errorf("request of %d bytes", n)
		}
		return next(req)
	}
}

// recorded keeps references to the requests in log.
func recorded(log *[]mem.BufferSlice, next Handler) Handler {
	return func(req mem.BufferSlice) (mem.BufferSlice, error) {
		req.Ref()
		*log = append(*log, req)
		return next(req)
	}
}

func double(c Codec) Handler {
	return func(req mem.BufferSlice) (mem.BufferSlice, error) {
		var s Sample
		if err := c.Unmarshal(req, &s); err != nil {
			return nil, err
		}
		for i := range s.Values {
			s.Values[i] *= 2
		}
		return c.Marshal(&s)
	}
}

func (c Codec) Invoke(h Handler, in, out *Sample) error {
	req, err := c.Marshal(in)
	if err != nil {
		return err
	}
	resp, err := h(req)
	req.Free()
	if err != nil {
		return err
	}
	defer resp.Free()
	flat := resp.MaterializeToBuffer(c.pool)
	defer flat.Free()
	return c.Unmarshal(mem.BufferSlice{flat}, out)
}

func main() {
	c := Codec{mem.DefaultBufferPool()}
	var log []mem.BufferSlice
	h := recorded(&log, limited(10000, double(c)))
	for _, n := range []int{0, 3, 700, 2000} {
		in := &Sample{Name: fmt.Sprint("cpu", n), Values: make([]uint64, n)}
		for i := range in.Values {
			in.Values[i] = uint64(i)
		}
		var out Sample
		if err := c.Invoke(h, in, &out); err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(out.Name, len(out.Values), n == 0 || out.Values[n-1] == uint64(2*n-2))
	}
	fmt.Println(c.Invoke(h, &Sample{Name: strings.Repeat("x", 300)}, nil))
	fmt.Println(c.Unmarshal(mem.BufferSlice{mem.SliceBuffer{9, 'a'}}, new(Sample)))
	total := 0
	for _, req := range log {
		total += req.Len()
		req.Free()
	}
	fmt.Println(total)
}
