// truth: correct
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "path", Type: arrow.BinaryTypes.String},
	{Name: "size", Type: arrow.PrimitiveTypes.Int64},
}, nil)

// manifest builds the list of files of a backup.
type manifest struct {
	build *array.RecordBuilder
	paths *array.StringBuilder
	sizes *array.Int64Builder
	done  []arrow.Record
	rows  int
}

func newManifest(mem memory.Allocator) *manifest {
	b := array.NewRecordBuilder(mem, schema)
	return &manifest{
		build: b,
		paths: b.Field(0).(*array.StringBuilder),
		sizes: b.Field(1).(*array.Int64Builder),
	}
}

func (m *manifest) add(path string, size int64) error {
	if size < 0 {
		return fmt.Errorf("%s: size %d", path, size)
	}
	m.paths.Append(path)
	m.sizes.Append(size)
	if m.rows++; m.rows == 3 {
		m.seal()
	}
	return nil
}

func (m *manifest) seal() {
	if m.rows > 0 {
		m.done = append(m.done, m.build.NewRecord())
		m.rows = 0
	}
}

func (m *manifest) Release() {
	for _, rec := range m.done {
		rec.Release()
	}
	m.done = nil
	m.build.Release()
}

func (m *manifest) writeTo(w io.Writer) error {
	m.seal()
	for _, rec := range m.done {
		data, err := rec.MarshalJSON()
		if err != nil {
			return err
		}
		if _, err := w.Write(append(bytes.ReplaceAll(data, []byte("\n"), nil), '\n')); err != nil {
			return err
		}
	}
	return nil
}

// largest reads a manifest and returns the record with the largest file.
func largest(r io.Reader, mem memory.Allocator) (best arrow.Record, at int, err error) {
	defer func() {
		if err != nil && best != nil {
			best.Release()
			best = nil
		}
	}()
	top := int64(-1)
	in := bufio.NewScanner(r)
	for in.Scan() {
		rec, _, err := array.RecordFromJSON(mem, schema, bytes.NewReader(in.Bytes()))
		if err != nil {
			return best, 0, err
		}
		larger := false
		for i, size := range rec.Column(1).(*array.Int64).Int64Values() {
			if size > top {
				larger, top, at = true, size, i
			}
		}
		if !larger {
			rec.Release()
			continue
		}
		if best != nil {
			best.Release()
		}
		best = rec
	}
	if in.Err() == nil && best == nil {
		return nil, 0, errors.New("empty manifest")
	}
	return best, at, in.Err()
}

func run(mem memory.Allocator, sizes []int64) error {
	m := newManifest(mem)
	defer m.Release()
	for i, size := range sizes {
		if err := m.add(fmt.Sprint("/data/", i), size); err != nil {
			return err
		}
	}
	var file bytes.Buffer
	if err := m.writeTo(&file); err != nil {
		return err
	}
	rec, at, err := largest(&file, mem)
	if err != nil {
		return err
	}
	defer rec.Release()
	fmt.Println(rec.Column(0).(*array.String).Value(at), rec.Column(1).(*array.Int64).Value(at))
	return nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.DefaultAllocator)
	fmt.Println(run(mem, []int64{5, 80, 2, 9, 99, 100, 3}))
	fmt.Println(run(mem, []int64{5, -1}))
	fmt.Println(run(mem, nil))
	fmt.Println(mem.CurrentAlloc())
}
