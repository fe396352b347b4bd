// truth: correct

// Csvexport renders rows into pooled byte buffers, shard by shard, and joins
// the shards in order.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type value interface{ int | float64 | string }

func field[T value](buf *bytebufferpool.ByteBuffer, v T, last bool) {
	switch v := any(v).(type) {
	case int:
		buf.B = strconv.AppendInt(buf.B, int64(v), 10)
	case float64:
		buf.B = strconv.AppendFloat(buf.B, v, 'f', 2, 64)
	case string:
		if strings.ContainsAny(v, ",\"\n") {
			buf.B = strconv.AppendQuote(buf.B, v)
		} else {
			buf.B = append(buf.B, v...)
		}
	}
	if last {
		buf.WriteByte('\n')
	} else {
		buf.WriteByte(',')
	}
}

type sale struct {
	id    int
	item  string
	price float64
}

var errPrice = errors.New("price is negative")

type shard struct {
	no  int
	buf *bytebufferpool.ByteBuffer
	err error
}

// render returns a shard whose buffer the caller puts back; there is none if
// it failed.
func render(no int, rows []sale) shard {
	buf := bytebufferpool.Get()
	for _, row := range rows {
		if row.price < 0 {
			bytebufferpool.Put(buf)
			return shard{no: no, err: fmt.Errorf("sale %d: %w", row.id, errPrice)}
		}
		field(buf, row.id, false)
		field(buf, row.item, false)
		field(buf, row.price, true)
	}
	return shard{no: no, buf: buf}
}

// export writes the shards in order. It stops writing at the first error, and
// still gives all buffers back.
func export(w io.Writer, rows []sale, size int) (written int64, err error) {
	var jobs [][]sale
	for len(rows) > 0 {
		n := min(size, len(rows))
		jobs = append(jobs, rows[:n])
		rows = rows[n:]
	}
	shards := make([]shard, len(jobs))
	var wg sync.WaitGroup
	for no, job := range jobs {
		wg.Go(func() { shards[no] = render(no, job) })
	}
	wg.Wait()
	for _, s := range shards {
		if err == nil {
			err = s.err
		}
		if s.buf == nil {
			continue
		}
		if err == nil {
			var n int64
			n, err = s.buf.WriteTo(w)
			written += n
		}
		bytebufferpool.Put(s.buf)
	}
	return written, err
}

func main() {
	rows := []sale{
		{1, "bolt", 0.5}, {2, "nut, hex", 0.25}, {3, "washer", 0.1}, {4, "screw", 1.75}, {5, "saw", 20},
	}
	n, err := export(os.Stdout, rows, 2)
	fmt.Println(n, err)
	rows[3].price = -1
	n, err = export(io.Discard, rows, 2)
	fmt.Println(n, err)
}
