// truth: correct

// Command ipcreplay writes batches as an IPC stream, reads them back and keeps
// those that an alert asks for.
package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "minute", Type: arrow.PrimitiveTypes.Int64},
	{Name: "errors", Type: arrow.PrimitiveTypes.Int64},
}, nil)

func writeStream(w io.Writer, mem memory.Allocator, minutes int) (err error) {
	out := ipc.NewWriter(w, ipc.WithSchema(schema), ipc.WithAllocator(mem))
	defer func() {
		if cerr := out.Close(); err == nil {
			err = cerr
		}
	}()
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	for m := range minutes {
		b.Field(0).(*array.Int64Builder).Append(int64(m))
		b.Field(1).(*array.Int64Builder).Append(int64(m * m % 23))
		if m%6 != 5 && m != minutes-1 {
			continue
		}
		batch := b.NewRecordBatch()
		err := out.Write(batch)
		batch.Release()
		if err != nil {
			return err
		}
	}
	return nil
}

type incident struct {
	batch arrow.RecordBatch
	peak  int64
}

type incidents []incident

func (in incidents) Release() {
	for _, i := range in {
		i.batch.Release()
	}
}

func peak(batch arrow.RecordBatch) (p int64) {
	for _, n := range batch.Column(1).(*array.Int64).Int64Values() {
		p = max(p, n)
	}
	return p
}

// replay returns the batches with many errors. The caller owns them.
func replay(r io.Reader, mem memory.Allocator, limit int64) (_ incidents, err error) {
	in, err := ipc.NewReader(r, ipc.WithAllocator(mem))
	if err != nil {
		return nil, err
	}
	defer in.Release()
	var found incidents
	for in.Next() {
		batch := in.RecordBatch()
		if p := peak(batch); p >= limit {
			batch.Retain() // the reader gives it up at the next turn
			found = append(found, incident{batch, p})
		}
	}
	if err := in.Err(); err != nil {
		found.Release()
		return nil, err
	}
	return found, nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	var stream bytes.Buffer
	if err := writeStream(&stream, mem, 33); err != nil {
		panic(err)
	}
	whole := stream.Bytes()
	found, err := replay(bytes.NewReader(whole), mem, 18)
	if err != nil {
		panic(err)
	}
	for _, i := range found {
		fmt.Println(i.batch.NumRows(), "minutes, peak", i.peak, "from", i.batch.Column(0).(*array.Int64).Value(0))
	}
	found.Release()
	_, err = replay(bytes.NewReader(whole[:len(whole)*2/3]), mem, 0)
	fmt.Println("torn stream fails:", err != nil)
	fmt.Println(mem.CurrentAlloc(), "bytes left")
}
