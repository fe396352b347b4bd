// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

// row is a line of the input and its fields. All of them share one block.
type row struct {
	line   stdpool.ByteRef
	fields []stdpool.ByteRef
}

func (r *row) release() {
	for i := range r.fields {
		r.fields[i].Release()
	}
	r.fields = nil
	r.line.Drop()
}

var errQuoted = errors.New("quoted fields are not supported")

// split takes line over and returns a row that owns it.
func split(line stdpool.ByteRef) (*row, error) {
	r := &row{line: line}
	data := line.Value()
	for start := 0; start <= len(data); {
		end := len(data)
		if i := bytes.IndexByte(data[start:], ','); i >= 0 {
			end = start + i
		}
		if end > start && data[start] == '"' {
			r.release()
			return nil, errQuoted
		}
		r.fields = append(r.fields, line.Slice(start, end))
		start = end + 1
	}
	return r, nil
}

// lines reads everything into one block and sends a reference for each line.
func lines(in io.Reader, out chan<- stdpool.ByteRef) error {
	defer close(out)
	all := stdpool.Bytes(0)
	defer all.Release()
	if _, err := io.Copy(&all, in); err != nil {
		return err
	}
	for start := 0; start < all.Len(); {
		n := bytes.IndexByte(all.Value()[start:], '\n')
		if n < 0 {
			n = all.Len() - start
		}
		out <- all.Slice(start, start+n)
		start += n + 1
	}
	return nil
}

func main() {
	in := strings.NewReader("id,name,city\n1,ann,york\n2,\"bob\",bath\n3,,\nlast")
	out := make(chan stdpool.ByteRef)
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := lines(in, out); err != nil {
			fmt.Println(err)
		}
	})
	var columns [3]stdpool.ByteRef
	for line := range out {
		r, err := split(line)
		if err != nil {
			fmt.Println("skipped:", err)
			continue
		}
		for i := range min(len(r.fields), len(columns)) {
			columns[i].Drop()
			columns[i] = r.fields[i].Retain()
		}
		fmt.Println(len(r.fields), string(r.fields[0].Value()))
		r.release()
	}
	wg.Wait()
	for i := range columns {
		fmt.Printf("last of column %d: %q\n", i, columns[i].Value())
		columns[i].Drop()
	}
}
