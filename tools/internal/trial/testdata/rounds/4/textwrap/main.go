// truth: use-after-release line 53 hard

// Textwrap breaks paragraphs into lines of a given width.
package main

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type Options struct {
	Width  int
	Indent string
}

// fill writes one line and returns the words that are left.
func fill(buf *bytes.Buffer, words []string, o Options) []string {
	buf.WriteString(o.Indent)
	used := len(o.Indent)
	for i, w := range words {
		if i > 0 {
			if used+1+len(w) > o.Width {
				return words[i:]
			}
			buf.WriteByte(' ')
			used++
		}
		buf.WriteString(w)
		used += len(w)
	}
	return nil
}

func Wrap(text string, o Options) string {
	words := strings.Fields(text)
	var lines [][]byte
	for len(words) > 0 {
		buf := buffers.Get().(*bytes.Buffer)
		buf.Reset()
		words = fill(buf, words, o)
		lines = append(lines, buf.Bytes())
		buffers.Put(buf)
	}
	var out strings.Builder
	for i, line := range lines {
		if i > 0 {
			out.WriteByte('\n')
		}
		out.Write(line)
	}
	return out.String()
}

func main() {
	text := "Pooling the objects of a hot service saves most of its garbage, until one of them goes back while a goroutine still uses it."
	for _, o := range []Options{{Width: 200}, {Width: 40, Indent: "  "}, {Width: 24}} {
		wrapped := Wrap(text, o)
		fmt.Println(strings.Join(strings.Fields(wrapped), " ") == text)
		fmt.Println(wrapped)
	}
}
