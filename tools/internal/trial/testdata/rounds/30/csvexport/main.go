// truth: correct

// Command csvexport streams table rows as compressed CSV. Writers and
// compressors come from pools and are bound to a response while it lasts.
package main

import (
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
)

var (
	compressors = sync.Pool{New: func() any {
		gz, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
		return gz
	}}
	writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 1<<10) }}
)

type rows interface {
	Next() ([]string, error) // io.EOF at the end
}

type generated struct{ n, limit, bad int }

func (g *generated) Next() ([]string, error) {
	if g.n++; g.n > g.limit {
		return nil, io.EOF
	} else if g.n == g.bad {
		return nil, fmt.Errorf("row %d is unreadable", g.n)
	}
	return []string{fmt.Sprint(g.n), fmt.Sprintf("name, %d", g.n)}, nil
}

// export writes all rows of src to dst and returns how many.
func export(dst io.Writer, src rows) (n int, err error) {
	gz := compressors.Get().(*gzip.Writer)
	gz.Reset(dst)
	defer func() {
		gz.Reset(io.Discard)
		compressors.Put(gz)
	}()
	out := writers.Get().(*bufio.Writer)
	out.Reset(gz)
	defer func() {
		out.Reset(nil)
		writers.Put(out)
	}()
	enc := csv.NewWriter(out)
	for {
		row, err := src.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return n, err
		}
		if err := enc.Write(row); err != nil {
			return n, err
		}
		n++
	}
	enc.Flush()
	if err := enc.Error(); err != nil {
		return n, err
	}
	if err := out.Flush(); err != nil {
		return n, err
	}
	return n, gz.Close()
}

func handler(limit, bad int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		if n, err := export(w, &generated{limit: limit, bad: bad}); err != nil {
			fmt.Println("export stopped after", n, "rows:", err)
		}
	}
}

func main() {
	for _, c := range [][2]int{{100, 0}, {20, 7}, {50, 0}} {
		rr := httptest.NewRecorder()
		handler(c[0], c[1])(rr, httptest.NewRequest("GET", "/export", nil))
		gz, err := gzip.NewReader(rr.Body)
		if err != nil {
			fmt.Println("no stream:", err)
			continue
		}
		records, err := csv.NewReader(gz).ReadAll()
		fmt.Println(len(records), err)
	}
}
