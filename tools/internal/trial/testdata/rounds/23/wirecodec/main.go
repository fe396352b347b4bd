// truth: correct

// Command wirecodec encodes messages into buffers of gRPC.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"google.golang.org/grpc/mem"
)

var pool = mem.DefaultBufferPool()

type record struct {
	key     string
	payload string
}

var errKey = errors.New("codec: record without key")

// encode returns buffers that the caller must free.
func encode(records []record) (_ mem.BufferSlice, err error) {
	var out mem.BufferSlice
	defer func() {
		if err != nil {
			out.Free()
		}
	}()
	for _, r := range records {
		if r.key == "" {
			return nil, errKey
		}
		size := 8 + len(r.key) + len(r.payload)
		b := pool.Get(size)
		data := (*b)[:0]
		data = binary.BigEndian.AppendUint32(data, uint32(len(r.key)))
		data = append(data, r.key...)
		data = binary.BigEndian.AppendUint32(data, uint32(len(r.payload)))
		data = append(data, r.payload...)
		*b = data
		out = append(out, mem.NewBuffer(b, pool))
	}
	return out, nil
}

func readString(r io.Reader) (string, error) {
	var n [4]byte
	if _, err := io.ReadFull(r, n[:]); err != nil {
		return "", err
	}
	s := make([]byte, binary.BigEndian.Uint32(n[:]))
	_, err := io.ReadFull(r, s)
	return string(s), err
}

// decode borrows data.
func decode(data mem.BufferSlice) (records []record, err error) {
	r := data.Reader()
	defer r.Close()
	for r.Remaining() > 0 {
		key, err := readString(r)
		if err != nil {
			return nil, err
		}
		payload, err := readString(r)
		if err != nil {
			return nil, err
		}
		records = append(records, record{key, payload})
	}
	return records, nil
}

// cut drops the last buffer, as a broken connection would.
func cut(data mem.BufferSlice) mem.BufferSlice {
	last := data[len(data)-1]
	half := last.Len() / 2
	rest := mem.Copy(last.ReadOnlyData()[:half], pool)
	last.Free()
	return append(data[:len(data)-1], rest)
}

func roundTrip(records []record, broken bool) error {
	data, err := encode(records)
	if err != nil {
		return err
	}
	defer func() { data.Free() }()
	if broken {
		data = cut(data)
	}
	flat := data.MaterializeToBuffer(pool)
	defer flat.Free()
	got, err := decode(mem.BufferSlice{flat})
	if err != nil {
		return fmt.Errorf("%d bytes: %w", flat.Len(), err)
	}
	for i, r := range got {
		if r != records[i] {
			return errors.New("mismatch")
		}
	}
	return nil
}

func main() {
	long := strings.Repeat("payload ", 400)
	fmt.Println(roundTrip([]record{{"a", long}, {"b", "short"}, {"c", long}}, false))
	fmt.Println(roundTrip([]record{{"a", long}, {"b", long}}, true))
	fmt.Println(roundTrip([]record{{"a", long}, {"", "x"}}, false))
}
