// truth: escape line 48,46 hard

// Templatecache renders fragments once and keeps them by key.
package main

import (
	"fmt"
	"sync"
	"text/template"

	"github.com/valyala/bytebufferpool"
)

type fragments map[string][]byte

type Cache struct {
	mu    sync.Mutex
	pages map[string]fragments
	hits  int
}

func (c *Cache) lookup(page, key string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	text, ok := c.pages[page][key]
	if ok {
		c.hits++
	}
	return text, ok
}

func (c *Cache) Render(page, key string, t *template.Template, data any) (string, error) {
	if text, ok := c.lookup(page, key); ok {
		return string(text), nil
	}
	buf := bytebufferpool.Get()
	defer bytebufferpool.Put(buf)
	if err := t.Execute(buf, data); err != nil {
		return "", fmt.Errorf("%s/%s: %w", page, key, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	parts := c.pages[page]
	if parts == nil {
		parts = make(fragments)
		c.pages[page] = parts
	}
	parts[key] = buf.B
	return buf.String(), nil
}

func main() {
	c := &Cache{pages: make(map[string]fragments)}
	t := template.Must(template.New("").Parse(`<b>{{.}}</b>`))
	bad := template.Must(template.New("").Parse(`{{.Missing}}`))
	right := 0
	for i := range 6 {
		key := fmt.Sprint("k", i%3)
		text, err := c.Render("home", key, t, key)
		if err != nil {
			fmt.Println(err)
			continue
		}
		if text == "<b>"+key+"</b>" {
			right++
		}
	}
	_, err := c.Render("home", "bad", bad, 1)
	fmt.Println(err)
	fmt.Println(c.hits, "hits,", right, "of 6 right")
}
