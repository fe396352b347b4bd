// truth: unflushed line 32 plain
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"
)

type reading struct {
	meter string
	at    time.Time
	kwh   float64
}

var lineWriters = sync.Pool{New: func() any { return bufio.NewWriterSize(io.Discard, 512) }}

type exporter struct {
	dst   io.Writer
	comma byte
}

func (e *exporter) export(rs []reading) error {
	bw := lineWriters.Get().(*bufio.Writer)
	bw.Reset(e.dst)
	defer func() {
		bw.Reset(io.Discard)
		lineWriters.Put(bw)
	}()
	if _, err := bw.WriteString("meter" + string(e.comma) + "time" + string(e.comma) + "kwh\n"); err != nil {
		return err
	}
	var scratch [64]byte
	for _, r := range rs {
		line := append(scratch[:0], r.meter...)
		line = append(line, e.comma)
		line = r.at.AppendFormat(line, time.RFC3339)
		line = append(line, e.comma)
		line = strconv.AppendFloat(line, r.kwh, 'f', 3, 64)
		if _, err := bw.Write(append(line, '\n')); err != nil {
			return fmt.Errorf("meter %s: %w", r.meter, err)
		}
	}
	return nil
}

func main() {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var rs []reading
	for i := range 40 {
		rs = append(rs, reading{fmt.Sprint("m", i), start.Add(time.Duration(i) * time.Hour), float64(i) / 3})
	}
	var out bytes.Buffer
	e := &exporter{dst: &out, comma: ';'}
	if err := e.export(rs); err != nil {
		fmt.Println(err)
	}
	fmt.Println("lines", bytes.Count(out.Bytes(), []byte("\n")), "of", len(rs)+1)
}
