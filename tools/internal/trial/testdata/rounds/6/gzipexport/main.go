// truth: unclosed line 28 plain
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

type row struct {
	id   int
	name string
}

type exporter struct{ rows []row }

// writeTo streams the rows as compressed CSV and flushes every 100 rows, so
// that slow clients see progress.
func (e *exporter) writeTo(w io.Writer) error {
	gz := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer gz.Release()
	out := gz.Value()
	if _, err := io.WriteString(out, "id,name\n"); err != nil {
		return err
	}
	for i, r := range e.rows {
		if strings.ContainsAny(r.name, ",\n") {
			return fmt.Errorf("row %d: name %q", i, r.name)
		}
		if _, err := fmt.Fprintf(out, "%d,%s\n", r.id, r.name); err != nil {
			return err
		}
		if i%100 == 99 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

func (e *exporter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Set("Content-Type", "text/csv")
	if err := e.writeTo(w); err != nil {
		panic(http.ErrAbortHandler)
	}
}

func main() {
	e := &exporter{}
	for i := range 250 {
		e.rows = append(e.rows, row{i, fmt.Sprint("name", i)})
	}
	w := httptest.NewRecorder()
	e.ServeHTTP(w, httptest.NewRequest("GET", "/export.csv", nil))
	zr, err := gzip.NewReader(bytes.NewReader(w.Body.Bytes()))
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := io.Copy(io.Discard, zr)
	fmt.Println(n, err, errors.Is(err, io.ErrUnexpectedEOF))
}
