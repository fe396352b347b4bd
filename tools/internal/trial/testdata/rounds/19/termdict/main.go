// truth: escape line 55 callee
package main

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
)

var foldBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// fold writes the normal form of a word to buf.
func fold(buf *bytes.Buffer, word string) []byte {
	buf.Reset()
	for _, r := range strings.ToLower(word) {
		switch r {
		case 'ä':
			buf.WriteString("ae")
		case 'ö':
			buf.WriteString("oe")
		case 'ß':
			buf.WriteString("ss")
		default:
			buf.WriteRune(r)
		}
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("s"))
}

type entry struct {
	term []byte
	docs []int
}

type dictionary struct {
	mu      sync.Mutex
	entries []entry
	byTerm  map[string]int
}

func (d *dictionary) add(doc int, word string) {
	buf := foldBuffers.Get().(*bytes.Buffer)
	defer foldBuffers.Put(buf)
	term := fold(buf, word)
	if len(term) == 0 {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	i, ok := d.byTerm[string(term)]
	if !ok {
		i = len(d.entries)
		d.byTerm[string(term)] = i
		d.entries = append(d.entries, entry{term: term})
	}
	d.entries[i].docs = append(d.entries[i].docs, doc)
}

func (d *dictionary) lookup(word string) []int {
	buf := foldBuffers.Get().(*bytes.Buffer)
	defer foldBuffers.Put(buf)
	d.mu.Lock()
	defer d.mu.Unlock()
	if i, ok := d.byTerm[string(fold(buf, word))]; ok {
		return d.entries[i].docs
	}
	return nil
}

func (d *dictionary) dump() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	var b strings.Builder
	for _, e := range d.entries {
		fmt.Fprintf(&b, "%s:%d ", e.term, len(e.docs))
	}
	return b.String()
}

func main() {
	d := &dictionary{byTerm: map[string]int{}}
	for doc, text := range []string{"Pools pool Straße", "große pools", "Öl s"} {
		for _, w := range strings.Fields(text) {
			d.add(doc, w)
		}
	}
	fmt.Println(d.lookup("POOL"), d.lookup("oel"), d.lookup("none"))
	fmt.Println(d.dump())
}
