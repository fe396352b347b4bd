// truth: escape line 49 plain

package main

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"text/template"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type page struct {
	ContentType string
	Body        []byte
}

type renderer struct {
	mu        sync.RWMutex
	templates map[string]*template.Template
}

func (r *renderer) add(name, text string) error {
	t, err := template.New(name).Parse(text)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.templates[name] = t
	return nil
}

func (r *renderer) render(name string, data any) (page, error) {
	r.mu.RLock()
	t, ok := r.templates[name]
	r.mu.RUnlock()
	if !ok {
		return page{}, fmt.Errorf("no template %q", name)
	}
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	if err := t.Execute(buf, data); err != nil {
		return page{}, err
	}
	return page{ContentType: "text/plain", Body: bytes.TrimSpace(buf.Bytes())}, nil
}

func main() {
	r := &renderer{templates: make(map[string]*template.Template)}
	if err := r.add("list", "{{range .}}{{.}} {{end}}\n"); err != nil {
		panic(err)
	}
	fmt.Println(r.add("bad", "{{"))
	if _, err := r.render("none", nil); err != nil {
		fmt.Println(err)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	wrong := 0
	for g := range 4 {
		wg.Go(func() {
			word := strings.Repeat(string(rune('a'+g)), 40)
			for range 200 {
				p, err := r.render("list", []string{word, word})
				if err != nil {
					panic(err)
				}
				if string(p.Body) != word+" "+word {
					mu.Lock()
					wrong++
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	first, _ := r.render("list", []string{"first"})
	for range 10 {
		r.render("list", []string{"other"})
	}
	if wrong > 0 || string(first.Body) != "first" {
		panic(fmt.Sprintf("%d wrong pages, %q", wrong, first.Body))
	}
}
