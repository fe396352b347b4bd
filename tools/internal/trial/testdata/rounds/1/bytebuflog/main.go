// truth: correct

// Command bytebuflog formats log lines in buffers of bytebufferpool.
package main

import (
	"fmt"
	"io"
	"log"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type Logger struct {
	mu    sync.Mutex
	w     io.Writer
	ring  []string
	level int
}

// prefix writes what begins each line.
func prefix(b *bytebufferpool.ByteBuffer, level int, component string) {
	b.B = append(b.B, "DIWE"[level], ' ')
	b.B = append(b.B, component...)
	b.B = append(b.B, ": "...)
}

func (l *Logger) Printf(level int, component, format string, args ...any) error {
	if level < l.level {
		return nil
	}
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	prefix(b, level, component)
	fmt.Fprintf(b, format, args...)
	if b.B[len(b.B)-1] != '\n' {
		b.WriteByte('\n')
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ring = append(l.ring, b.String())
	_, err := l.w.Write(b.B)
	return err
}

// Escape returns text with its quotes escaped, in memory of its own.
func Escape(text string) []byte {
	b := bytebufferpool.Get()
	for _, r := range text {
		if r == '"' {
			b.WriteByte('\\')
		}
		b.WriteString(string(r))
	}
	escaped := append([]byte(nil), b.B...)
	bytebufferpool.Put(b)
	return escaped
}

func main() {
	var out strings.Builder
	l := &Logger{w: &out, level: 1}
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() {
			if err := l.Printf(i%4, "http", "request %d %s", i, Escape(`say "hi"`)); err != nil {
				log.Fatal(err)
			}
		})
	}
	wg.Wait()
	if len(l.ring) != 7 || strings.Count(out.String(), `say \"hi\"`) != 7 {
		log.Fatal(out.String())
	}
	if joined := strings.Join(l.ring, ""); joined != out.String() {
		log.Fatal(joined)
	}
	fmt.Print(l.ring[0][:8], "\n")
}
