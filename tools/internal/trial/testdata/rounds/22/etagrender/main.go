// truth: escape line 40 plain

// Command etagrender renders fragments and tags them with a checksum.
package main

import (
	"fmt"
	"hash/crc32"
	"html"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type fragment struct {
	body []byte
	etag uint32
}

type renderer struct {
	pool  bytebufferpool.Pool
	mu    sync.Mutex
	cache map[string]fragment
}

func (r *renderer) list(title string, items []string) (fragment, error) {
	b := r.pool.Get()
	defer r.pool.Put(b)
	if title == "" {
		return fragment{}, fmt.Errorf("no title")
	}
	b.WriteString("<h1>")
	b.WriteString(html.EscapeString(title))
	b.WriteString("</h1>")
	for _, item := range items {
		fmt.Fprintf(b, "<li>%s</li>", html.EscapeString(item))
	}
	sum := crc32.ChecksumIEEE(b.B)
	return fragment{body: b.B, etag: sum}, nil
}

func (r *renderer) summary(items []string) string {
	b := r.pool.Get()
	defer r.pool.Put(b)
	for i, item := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(item)
	}
	return b.String()
}

func (r *renderer) get(title string, items []string) (fragment, error) {
	key := title + "\x00" + r.summary(items)
	r.mu.Lock()
	defer r.mu.Unlock()
	if f, ok := r.cache[key]; ok {
		return f, nil
	}
	f, err := r.list(title, items)
	if err != nil {
		return f, err
	}
	r.cache[key] = f
	return f, nil
}

func main() {
	r := &renderer{cache: map[string]fragment{}}
	for _, title := range []string{"a", "", "b & c", "a"} {
		f, err := r.get(title, strings.Fields("x y z"))
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(string(f.body), crc32.ChecksumIEEE(f.body) == f.etag)
	}
}
