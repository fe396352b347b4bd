// truth: correct

// Command renderpool renders pages with a typed wrapper of sync.Pool.
package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"sync"

	"round/renderpool/typed"
)

type page struct {
	title string
	rows  [][2]string
	out   bytes.Buffer
}

func (p *page) Reset() {
	p.title = ""
	clear(p.rows)
	p.rows = p.rows[:0]
	p.out.Reset()
}

func (p *page) render() {
	fmt.Fprintf(&p.out, "<h1>%s</h1>", p.title)
	for _, row := range p.rows {
		fmt.Fprintf(&p.out, "<p>%s=%s</p>", row[0], row[1])
	}
}

var (
	pages   typed.Pool[page, *page]
	buffers typed.Pool[bytes.Buffer, *bytes.Buffer]
)

func status(w http.ResponseWriter, r *http.Request) {
	p := pages.Get()
	defer pages.Put(p)
	p.title = r.FormValue("title")
	for key, values := range r.Header {
		p.rows = append(p.rows, [2]string{key, values[0]})
	}
	p.render()
	p.out.WriteTo(w)
}

func echo(w http.ResponseWriter, r *http.Request) {
	b := buffers.Get()
	defer buffers.Put(b)
	if _, err := io.Copy(b, r.Body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Write(bytes.ToUpper(b.Bytes()))
}

func main() {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			r := httptest.NewRequest("GET", fmt.Sprintf("/?title=t%d", i), nil)
			r.Header.Set("X", fmt.Sprint(i))
			w := httptest.NewRecorder()
			status(w, r)
			if want := fmt.Sprintf("<h1>t%d</h1><p>X=%d</p>", i, i); w.Body.String() != want {
				log.Fatal(w.Body)
			}
			w = httptest.NewRecorder()
			echo(w, httptest.NewRequest("POST", "/", bytes.NewReader([]byte("abc"))))
			if w.Body.String() != "ABC" {
				log.Fatal(w.Body)
			}
		})
	}
	wg.Wait()
	fmt.Println("ok")
}
