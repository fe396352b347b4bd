// truth: correct
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const maxKept = 1 << 10

var lineBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getLine() *bytes.Buffer {
	b := lineBuffers.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

// putLine takes b. A buffer that one huge line has grown is left to the
// garbage collector.
func putLine(b *bytes.Buffer) {
	if b.Cap() > maxKept {
		return
	}
	lineBuffers.Put(b)
}

type level int

func (l level) String() string { return [...]string{"DBG", "INF", "ERR"}[l] }

type logger struct {
	mu  sync.Mutex
	w   io.Writer
	min level
	now func() time.Time
	n   int
}

func (l *logger) log(lv level, msg string, kv ...any) error {
	if lv < l.min {
		return nil
	}
	b := getLine()
	defer putLine(b)
	b.Write(l.now().AppendFormat(b.AvailableBuffer(), "15:04:05 "))
	b.WriteString(lv.String())
	b.WriteByte(' ')
	b.WriteString(msg)
	for i := 0; i+1 < len(kv); i += 2 {
		b.WriteByte(' ')
		fmt.Fprint(b, kv[i])
		b.WriteByte('=')
		switch v := kv[i+1].(type) {
		case string:
			b.Write(strconv.AppendQuote(b.AvailableBuffer(), v))
		default:
			fmt.Fprint(b, v)
		}
	}
	b.WriteByte('\n')
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	_, err := l.w.Write(b.Bytes())
	return err
}

func main() {
	l := &logger{w: os.Stdout, min: 1, now: func() time.Time { return time.Unix(0, 0).UTC() }}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			l.log(1, "served", "user", fmt.Sprint("u", i), "ms", 12)
			l.log(0, "ignored")
		})
	}
	wg.Wait()
	l.w = io.Discard
	for range 3 {
		l.log(2, strings.Repeat("x", 4<<10))
	}
	fmt.Println(l.n)
}
