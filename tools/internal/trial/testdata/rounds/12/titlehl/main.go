// truth: use-after-release line 65 callee

package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

type highlighter struct {
	pre, post string
	limit     int
}

// mark writes the highlighted text to buf and returns the first line of it.
func (h *highlighter) mark(buf *bytes.Buffer, text, term string) []byte {
	for {
		before, after, ok := strings.Cut(text, term)
		buf.WriteString(before)
		if !ok {
			break
		}
		buf.WriteString(h.pre)
		buf.WriteString(term)
		buf.WriteString(h.post)
		text = after
	}
	out := buf.Bytes()
	if i := bytes.IndexByte(out, '\n'); i >= 0 {
		out = out[:i]
	}
	if len(out) > h.limit {
		out = out[:h.limit]
	}
	return out
}

type response struct {
	hits  []string
	bytes int
}

func (r *response) add(id int, snippet []byte) {
	r.hits = append(r.hits, fmt.Sprintf("%d: %s", id, snippet))
	r.bytes += len(snippet)
}

func search(docs []string, term string) *response {
	h := &highlighter{pre: "<b>", post: "</b>", limit: 40}
	r := &response{}
	for id, doc := range docs {
		if !strings.Contains(doc, term) {
			continue
		}
		buf := stdpool.Buffer()
		snippet := h.mark(buf.Value(), doc, term)
		if len(snippet) == 0 {
			buf.Release()
			continue
		}
		buf.Release()
		r.add(id, snippet)
	}
	return r
}

func main() {
	docs := []string{
		"the quick fox\njumps", "a dog", "\nfox", "fox and fox and fox and fox and fox",
		"an old fox",
	}
	r := search(docs, "fox")
	for _, hit := range r.hits {
		fmt.Printf("%q\n", hit)
	}
	fmt.Println(r.bytes)
}
