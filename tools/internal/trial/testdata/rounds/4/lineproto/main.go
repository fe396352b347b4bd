// truth: correct

// Lineproto encodes points in line protocol, in scratch memory that is reused.
package main

import (
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
)

const maxScratch = 16 << 10

var scratches = sync.Pool{New: func() any {
	b := make([]byte, 0, 256)
	return &b
}}

func takeScratch() *[]byte { return scratches.Get().(*[]byte) }

// giveScratch empties b. Giants are left to the collector.
func giveScratch(b *[]byte) {
	if cap(*b) > maxScratch {
		return
	}
	*b = (*b)[:0]
	scratches.Put(b)
}

type Point struct {
	Name   string
	Tags   map[string]string
	Fields map[string]float64
	Time   int64
}

func appendEscaped(dst []byte, s string) []byte {
	for i := range len(s) {
		if s[i] == ' ' || s[i] == ',' || s[i] == '=' {
			dst = append(dst, '\\')
		}
		dst = append(dst, s[i])
	}
	return dst
}

func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func (p *Point) appendTo(dst []byte) []byte {
	dst = appendEscaped(dst, p.Name)
	for _, k := range sorted(p.Tags) {
		dst = append(dst, ',')
		dst = appendEscaped(dst, k)
		dst = append(dst, '=')
		dst = appendEscaped(dst, p.Tags[k])
	}
	sep := byte(' ')
	for _, k := range sorted(p.Fields) {
		dst = append(dst, sep)
		dst = appendEscaped(dst, k)
		dst = append(dst, '=')
		dst = strconv.AppendFloat(dst, p.Fields[k], 'g', -1, 64)
		sep = ','
	}
	dst = append(dst, ' ')
	dst = strconv.AppendInt(dst, p.Time, 10)
	return append(dst, '\n')
}

// Write writes each point with one call of w.
func Write(w io.Writer, points ...Point) (n int, err error) {
	scratch := takeScratch()
	defer func() { giveScratch(scratch) }()
	for i := range points {
		*scratch = points[i].appendTo((*scratch)[:0])
		m, err := w.Write(*scratch)
		n += m
		if err != nil {
			return n, fmt.Errorf("point %d: %w", i, err)
		}
	}
	return n, nil
}

// Line returns the text of one point.
func Line(p Point) string {
	scratch := takeScratch()
	defer giveScratch(scratch)
	*scratch = p.appendTo(*scratch)
	return strings.TrimSpace(string(*scratch))
}

type limited struct{ left int }

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

func main() {
	p := Point{"disk usage", map[string]string{"host": "a,b", "dev": "sda"}, map[string]float64{"free": 0.25, "used": 3e9}, 17}
	fmt.Println(Line(p))
	fmt.Println(Write(os.Stdout, p, p))
	fmt.Println(Write(&limited{100}, p, p, p))
	p.Name = strings.Repeat("x", maxScratch)
	fmt.Println(len(Line(p)))
}
