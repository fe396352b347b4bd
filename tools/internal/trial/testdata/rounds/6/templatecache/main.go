// truth: escape line 31,39 plain
package main

import (
	"bytes"
	"fmt"
	"sync"
	"text/template"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type Renderer struct {
	templates *template.Template
	limit     int
}

func NewRenderer(limit int, sources map[string]string) (*Renderer, error) {
	root := template.New("root")
	for name, text := range sources {
		if _, err := root.New(name).Parse(text); err != nil {
			return nil, err
		}
	}
	return &Renderer{root, limit}, nil
}

// Render returns the output of a template.
func (r *Renderer) Render(name string, data any) ([]byte, error) {
	buffer := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buffer)
	buffer.Reset()
	if err := r.templates.ExecuteTemplate(buffer, name, data); err != nil {
		return nil, fmt.Errorf("render %s: %w", name, err)
	}
	if buffer.Len() > r.limit {
		return nil, fmt.Errorf("render %s: %d bytes", name, buffer.Len())
	}
	return bytes.TrimSpace(buffer.Bytes()), nil
}

type greeting struct {
	Name string
	Days []string
}

func main() {
	r, err := NewRenderer(1000, map[string]string{
		"hello": "\nhello {{.Name}}\n",
		"days":  "{{range .Days}}{{.}} {{end}}",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	wrong := 0
	for i := range 100 {
		first, err := r.Render("hello", greeting{Name: fmt.Sprint("guest ", i)})
		if err != nil {
			fmt.Println(err)
		}
		want := fmt.Sprint("hello guest ", i)
		if _, err := r.Render("days", greeting{Days: []string{"Mon", "Tue", "Wed"}}); err != nil {
			fmt.Println(err)
		}
		if string(first) != want {
			wrong++
		}
	}
	fmt.Println(wrong > 0, "some pages were overwritten")
	_, err = r.Render("missing", nil)
	fmt.Println(err != nil)
}
