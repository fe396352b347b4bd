// truth: escape line 29 plain

// Command html-render renders fragments of pages, which are put together and
// cached by the caller.
package main

import (
	"bytes"
	"fmt"
	"html/template"
	"sync"
)

var bufs = sync.Pool{New: func() any { return bytes.NewBuffer(make([]byte, 0, 512)) }}

type renderer struct {
	templates *template.Template
	mu        sync.Mutex
	cache     map[string][]byte
}

func (r *renderer) render(name string, data any) ([]byte, error) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer bufs.Put(buf)
	if err := r.templates.ExecuteTemplate(buf, name, data); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return bytes.TrimSpace(buf.Bytes()), nil
}

func (r *renderer) fragment(key, name string, data any) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if text, ok := r.cache[key]; ok {
		return text, nil
	}
	text, err := r.render(name, data)
	if err != nil {
		return nil, err
	}
	r.cache[key] = text
	return text, nil
}

func main() {
	r := &renderer{
		templates: template.Must(template.New("item").Parse(` <li>{{.Name}}</li> `)),
		cache:     map[string][]byte{},
	}
	type item struct{ Name string }
	for i := range 20 {
		name := fmt.Sprint("item", i)
		if _, err := r.fragment(name, "item", item{name}); err != nil {
			fmt.Println(err)
		}
	}
	wrong := 0
	for name, text := range r.cache {
		if string(text) != "<li>"+name+"</li>" {
			wrong++
		}
	}
	_, err := r.fragment("x", "missing", nil)
	fmt.Println(wrong, "wrong fragments;", err)
}
