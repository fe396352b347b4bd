// truth: escape line 62 callee

// Command cachekeys derives cache keys from requests and looks responses up.
package main

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
)

type keyBuilder struct {
	buf   []byte
	names []string
}

var builders = sync.Pool{New: func() any { return &keyBuilder{buf: make([]byte, 0, 128)} }}

func (k *keyBuilder) reset() {
	clear(k.names)
	k.buf, k.names = k.buf[:0], k.names[:0]
}

func (k *keyBuilder) part(s string) *keyBuilder {
	k.buf = append(k.buf, s...)
	k.buf = append(k.buf, 0)
	return k
}

func (k *keyBuilder) query(q url.Values) *keyBuilder {
	for name := range q {
		if !strings.HasPrefix(name, "utm_") {
			k.names = append(k.names, name)
		}
	}
	slices.Sort(k.names)
	for _, name := range k.names {
		k.part(name)
		for _, v := range q[name] {
			k.part(v)
		}
	}
	return k
}

func (k *keyBuilder) bytes() []byte { return k.buf[:len(k.buf):len(k.buf)] }

type Policy struct {
	Vary []string
}

func (p Policy) key(u *url.URL, header map[string]string) []byte {
	k := builders.Get().(*keyBuilder)
	defer builders.Put(k)
	k.reset()
	k.part(u.Host).part(u.Path).query(u.Query())
	for _, name := range p.Vary {
		k.part(header[name])
	}
	return k.bytes()
}

type Cache struct {
	policy  Policy
	mu      sync.Mutex
	entries map[string]string
	misses  int
}

func (c *Cache) Fetch(raw string, header map[string]string, load func() string) (string, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return "", err
	}
	key := c.policy.key(u, header)
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.entries[string(key)]; ok {
		return v, nil
	}
	c.misses++
	v := load()
	c.entries[string(key)] = v
	return v, nil
}

func main() {
	c := &Cache{policy: Policy{Vary: []string{"Accept"}}, entries: map[string]string{}}
	n := 0
	load := func() string { n++; return fmt.Sprint("v", n) }
	for _, raw := range []string{"http://h/a?x=1&y=2", "http://h/a?y=2&x=1&utm_id=7", "http://h/b", "http://h/%zz"} {
		fmt.Println(c.Fetch(raw, map[string]string{"Accept": "text/html"}, load))
	}
	fmt.Println(c.Fetch("http://h/b", map[string]string{"Accept": "*/*"}, load))
	fmt.Println(c.misses)
}
