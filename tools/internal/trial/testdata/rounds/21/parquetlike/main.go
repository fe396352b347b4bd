// truth: use-after-release line 74 callee
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "host", Type: arrow.BinaryTypes.String},
	{Name: "cpu", Type: arrow.PrimitiveTypes.Float64},
}, nil)

type batcher struct {
	build *array.RecordBuilder
	limit int
	n     int
}

func (b *batcher) add(host string, cpu float64) (full bool) {
	b.build.Field(0).(*array.StringBuilder).Append(host)
	b.build.Field(1).(*array.Float64Builder).Append(cpu)
	b.n++
	return b.n >= b.limit
}

func (b *batcher) take() arrow.Record {
	b.n = 0
	return b.build.NewRecord()
}

// store writes a record to the file and frees it.
func store(w io.Writer, rec arrow.Record) error {
	defer rec.Release()
	if rec.NumRows() == 0 {
		return errors.New("empty record")
	}
	data, err := rec.MarshalJSON()
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

func hottest(rec arrow.Record) (string, float64) {
	hosts := rec.Column(0).(*array.String)
	cpus := rec.Column(1).(*array.Float64)
	host, top := "", -1.0
	for i, v := range cpus.Float64Values() {
		if v > top {
			host, top = hosts.Value(i), v
		}
	}
	return host, top
}

type collector struct {
	b   batcher
	out io.Writer
}

func (c *collector) flush() error {
	rec := c.b.take()
	if err := store(c.out, rec); err != nil {
		return err
	}
	host, top := hottest(rec)
	fmt.Printf("flushed, hottest %s %.1f\n", host, top)
	return nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.DefaultAllocator)
	var file bytes.Buffer
	c := &collector{out: &file, b: batcher{build: array.NewRecordBuilder(mem, schema), limit: 3}}
	defer c.b.build.Release()
	if err := c.flush(); err != nil {
		fmt.Println(err)
	}
	for i := range 7 {
		if c.b.add(fmt.Sprintf("web-%d", i), float64(i*37%11)) {
			if err := c.flush(); err != nil {
				fmt.Println(err)
				return
			}
		}
	}
	fmt.Println(c.flush(), file.Len() > 0, mem.CurrentAlloc())
}
