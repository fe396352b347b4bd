// truth: unclosed line 49 plain

// Command feedzip answers with a feed, compressed if the client likes that.
package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

type item struct {
	title string
	when  int
}

type feed struct{ items []item }

func (f *feed) write(w io.Writer, since int) (n int, err error) {
	buf := stdpool.Buffer()
	defer buf.Release()
	b := buf.Value()
	for _, it := range f.items {
		if it.when < since {
			continue
		}
		fmt.Fprintf(b, "<item at=%d>%s</item>\n", it.when, it.title)
		n++
	}
	_, err = b.WriteTo(w)
	return n, err
}

func (f *feed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	since := len(r.URL.Query().Get("since"))
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		if _, err := f.write(w, since); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	gz := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer gz.Release()
	n, err := f.write(gz.Value(), since)
	if err != nil {
		return
	}
	if n == 0 {
		fmt.Fprintln(gz.Value(), "<empty/>")
	}
	if err := gz.Value().Flush(); err != nil {
		fmt.Println("flush:", err)
	}
}

func main() {
	f := &feed{items: []item{{"one", 1}, {"two", 2}, {"three", 3}}}
	for _, since := range []string{"", "xx", "xxxxx"} {
		for _, enc := range []string{"", "gzip"} {
			r := httptest.NewRequest("GET", "/?since="+since, nil)
			r.Header.Set("Accept-Encoding", enc)
			rec := httptest.NewRecorder()
			f.ServeHTTP(rec, r)
			if enc == "" {
				fmt.Println(rec.Body.Len())
				continue
			}
			zr, err := gzip.NewReader(rec.Body)
			if err != nil {
				fmt.Println(err)
				continue
			}
			text, err := io.ReadAll(zr)
			fmt.Println(len(text), err)
		}
	}
}
