// truth: unflushed line 69 plain
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"sort"
	"strconv"
	"sync"
)

var writers = sync.Pool{
	New: func() any { return bufio.NewWriterSize(io.Discard, 512) },
}

type series struct {
	name   string
	labels map[string]string
	value  float64
}

type registry struct {
	mu   sync.RWMutex
	all  []series
	seen int
}

func (r *registry) add(name string, value float64, labels map[string]string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, series{name, labels, value})
}

func labelText(labels map[string]string) string {
	keys := make([]string, 0, len(labels))
	for k := range labels {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	text := ""
	for i, k := range keys {
		if i > 0 {
			text += ","
		}
		text += k + "=" + strconv.Quote(labels[k])
	}
	return text
}

// dump writes all series in the text format and returns how many there were.
func (r *registry) dump(to io.Writer) int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	out := writers.Get().(*bufio.Writer)
	out.Reset(to)
	for _, s := range r.all {
		out.WriteString(s.name)
		if len(s.labels) > 0 {
			out.WriteByte('{')
			out.WriteString(labelText(s.labels))
			out.WriteByte('}')
		}
		out.WriteByte(' ')
		out.WriteString(strconv.FormatFloat(s.value, 'g', -1, 64))
		out.WriteByte('\n')
	}
	writers.Put(out)
	return len(r.all)
}

func main() {
	var r registry
	for i := range 30 {
		r.add("http_requests_total", float64(i*i), map[string]string{"path": "/p" + strconv.Itoa(i), "code": "200"})
	}
	r.add("up", 1, nil)
	var page bytes.Buffer
	n := r.dump(&page)
	fmt.Println(n, "series,", bytes.Count(page.Bytes(), []byte("\n")), "lines")
}
