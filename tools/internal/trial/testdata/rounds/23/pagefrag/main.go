// truth: escape line 76 callee
package main

import (
	"fmt"
	"html"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type fragment struct {
	key  string
	body []byte
}

// cache keeps rendered fragments in the order of their use.
type cache struct {
	mu    sync.Mutex
	items []fragment
	limit int
	hits  int
}

func (c *cache) get(key string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, f := range c.items {
		if f.key == key {
			c.hits++
			copy(c.items[1:i+1], c.items[:i])
			c.items[0] = f
			return f.body, true
		}
	}
	return nil, false
}

func (c *cache) put(key string, body []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.items) >= c.limit {
		c.items = c.items[:c.limit-1]
	}
	c.items = append([]fragment{{key, body}}, c.items...)
}

type product struct {
	id    int
	name  string
	price int
}

type renderer struct {
	cache    *cache
	currency string
}

func (r *renderer) write(b *bytebufferpool.ByteBuffer, p product) {
	b.WriteString("<li>")
	b.WriteString(html.EscapeString(p.name))
	fmt.Fprintf(b, " %d.%02d %s</li>\n", p.price/100, p.price%100, r.currency)
}

// item appends the fragment of a product to the page.
func (r *renderer) item(page *bytebufferpool.ByteBuffer, p product) {
	key := fmt.Sprint("product-", p.id)
	if body, ok := r.cache.get(key); ok {
		page.Write(body)
		return
	}
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	r.write(b, p)
	r.cache.put(key, b.B)
	page.Write(b.B)
}

func (r *renderer) page(products []product) string {
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	b.WriteString("<ul>\n")
	for _, p := range products {
		r.item(b, p)
	}
	b.WriteString("</ul>")
	return b.String()
}

func main() {
	r := &renderer{cache: &cache{limit: 8}, currency: "EUR"}
	products := []product{{1, "tea & biscuits", 450}, {2, "<cup>", 799}, {3, "kettle", 3900}}
	first := r.page(products)
	second := r.page(products)
	fmt.Println(strings.Count(first, "<li>"), r.cache.hits, first == second)
}
