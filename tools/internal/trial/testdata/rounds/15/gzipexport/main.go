// truth: correct
package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

type exportJob struct {
	rows int
	cols []string
}

func (e *exportJob) Reset() {
	clear(e.cols)
	e.cols = e.cols[:0]
	e.rows = 0
}

var jobs = rcpool.Pool[exportJob]{Name: "export jobs"}

func encodeRow(w io.Writer, i int, cols []string) error {
	line := stdpool.Buffer()
	defer line.Release()
	b := line.Value()
	for n, c := range cols {
		if n > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, "%s-%d", c, i)
	}
	b.WriteByte('\n')
	_, err := b.WriteTo(w)
	return err
}

func export(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	job := rchttp.Borrow(s, &jobs)
	j := job.Value()
	j.cols = append(j.cols, strings.Split(r.FormValue("cols"), ",")...)
	if _, err := fmt.Sscan(r.FormValue("rows"), &j.rows); err != nil {
		http.Error(w, "rows: "+err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	zip := rchttp.Adopt(s, stdpool.GzipWriter(w, gzip.BestSpeed)).Value()
	for i := range j.rows {
		if err := encodeRow(zip, i, j.cols); err != nil {
			return
		}
	}
	if err := zip.Close(); err != nil {
		panic(http.ErrAbortHandler)
	}
}

func readBack(body io.Reader) (int, error) {
	zip, err := stdpool.GzipReader(body)
	if err != nil {
		return 0, err
	}
	defer zip.Release()
	lines := stdpool.BufioReader(zip.Value())
	defer lines.Release()
	n := 0
	for {
		_, err := lines.Value().ReadString('\n')
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		n++
	}
}

func main() {
	h := rchttp.ScopeHandler(export)
	for _, q := range []string{"rows=20&cols=id,name", "rows=x&cols=id", "rows=0&cols="} {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest("GET", "/export?"+q, nil))
		n, err := readBack(rec.Body)
		fmt.Println(rec.Code, n, err)
	}
}
