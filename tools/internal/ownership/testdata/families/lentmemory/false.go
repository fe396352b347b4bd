package lentmemory

import (
	"github.com/apache/arrow-go/v18/arrow/array"
	"google.golang.org/grpc/mem"
)

// All is read before the release.
func (s *stats) forwardWell(frame mem.Buffer, upstream func([]byte)) error {
	raw := frame.ReadOnlyData()
	if len(raw) < 5 {
		frame.Free()
		return errShort
	}
	upstream(raw[5:])
	s.flag = raw[0]
	frame.Free()
	s.frames++
	s.bytes += len(raw)
	return nil
}

func copiedOut(buf mem.Buffer) []byte {
	raw := append([]byte(nil), buf.ReadOnlyData()...)
	buf.Free()
	return raw[2:]
}

// The function has a reference of its own.
func retained(buf mem.Buffer, upstream func([]byte)) int {
	buf.Ref()
	raw := buf.ReadOnlyData()
	buf.Free()
	upstream(raw)
	n := int(raw[0])
	buf.Free()
	return n
}

// A part of the buffer is a reference to the same memory.
func part(buf mem.Buffer) byte {
	raw := buf.ReadOnlyData()
	head := buf.Slice(0, 4)
	buf.Free()
	first := raw[0]
	head.Free()
	return first
}

// The right half keeps the memory.
func halves(buf mem.Buffer) byte {
	raw := buf.ReadOnlyData()
	_, right := mem.SplitUnsafe(buf, 4)
	buf.Free()
	first := raw[5]
	right.Free()
	return first
}

// A reader has references of its own.
func readTwice(buf mem.Buffer) (n int) {
	raw := buf.ReadOnlyData()
	reader := mem.BufferSlice{buf}.Reader()
	buf.Free()
	n = int(raw[0])
	reader.Close()
	return n
}

func acknowledge(buf mem.Buffer) byte {
	raw := buf.ReadOnlyData()
	buf.Free()
	return raw[0]
}

// The caller frees the buffer itself: this is another reference.
func acknowledged(buf mem.Buffer) byte {
	buf.Ref()
	first := acknowledge(buf)
	buf.Free()
	return first
}

type window struct{ list []mem.Buffer }

// A list has the other reference.
func (w *window) push(pool mem.BufferPool, data []byte) byte {
	buf := mem.Copy(data, pool)
	buf.Ref()
	w.list = append(w.list, buf)
	return confirm(buf)
}

func confirm(buf mem.Buffer) byte {
	raw := buf.ReadOnlyData()
	buf.Free()
	return raw[0]
}

func sizes(buf mem.Buffer) int {
	raw := buf.ReadOnlyData()
	buf.Free()
	return len(raw)
}

// Another slice of the array keeps its values.
func sumOfSlice(column *array.Int64) (total int64) {
	values := column.Int64Values()
	rest := array.NewSlice(column, 1, int64(column.Len()))
	defer rest.Release()
	column.Release()
	for _, v := range values[1:] {
		total += v
	}
	return total
}
