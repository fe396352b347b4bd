// truth: escape line 48 hard
package main

import (
	"fmt"
	"strings"

	"github.com/valyala/bytebufferpool"
)

type snippet struct {
	doc  int
	text []byte
}

type index struct {
	byTerm map[string][]snippet
}

func (x *index) add(term string, s snippet) {
	x.byTerm[term] = append(x.byTerm[term], s)
}

// highlight writes text with the word at i in brackets.
func highlight(b *bytebufferpool.ByteBuffer, words []string, i int) {
	for j, w := range words {
		if j > 0 {
			b.WriteByte(' ')
		}
		if j == i {
			b.WriteString("[" + w + "]")
			continue
		}
		b.WriteString(w)
	}
}

func (x *index) index(doc int, text string) int {
	words := strings.Fields(text)
	if len(words) == 0 {
		return 0
	}
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	for i, w := range words {
		from := b.Len()
		highlight(b, words, i)
		x.add(strings.ToLower(w), snippet{doc, b.B[from:]})
	}
	return len(words)
}

func (x *index) search(term string) (out []string) {
	for _, s := range x.byTerm[term] {
		out = append(out, fmt.Sprintf("%d: %s", s.doc, s.text))
	}
	return out
}

func main() {
	x := &index{byTerm: make(map[string][]snippet)}
	for doc, text := range []string{"every lease of a buffer ends with its last release", "Go pools buffers", "", "leaks are slow to find"} {
		fmt.Println(doc, x.index(doc, text))
	}
	got := x.search("go")
	if want := "1: [Go] pools buffers"; got[0] != want {
		panic(fmt.Sprintf("got %q, want %q", got[0], want))
	}
	fmt.Println(got)
}
