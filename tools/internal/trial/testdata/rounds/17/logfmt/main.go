// truth: correct
package main

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type logger struct {
	mu     *sync.Mutex // of w
	w      io.Writer
	prefix []byte
	last   string
	repeat int
}

type entry struct {
	l   *logger
	buf *bytebufferpool.ByteBuffer
}

// with returns a logger that adds the pair to each line.
func (l *logger) with(key, val string) *logger {
	buf := bytebufferpool.Get()
	defer bytebufferpool.Put(buf)
	buf.Write(l.prefix)
	writePair(buf, key, val)
	return &logger{mu: l.mu, w: l.w, prefix: append([]byte(nil), buf.Bytes()...)}
}

func (l *logger) msg(text string) *entry {
	e := &entry{l: l, buf: bytebufferpool.Get()}
	e.buf.Write(l.prefix)
	writePair(e.buf, "msg", text)
	return e
}

func writePair(buf *bytebufferpool.ByteBuffer, key, val string) {
	if buf.Len() > 0 {
		buf.WriteByte(' ')
	}
	buf.WriteString(key)
	buf.WriteByte('=')
	if strings.ContainsAny(val, " =\"") {
		buf.B = strconv.AppendQuote(buf.B, val)
	} else {
		buf.WriteString(val)
	}
}

func (e *entry) str(key, val string) *entry {
	writePair(e.buf, key, val)
	return e
}

func (e *entry) int(key string, v int) *entry {
	buf := bytebufferpool.Get()
	buf.B = strconv.AppendInt(buf.B, int64(v), 10)
	e.str(key, buf.String())
	bytebufferpool.Put(buf)
	return e
}

// send writes the line. The entry must not be used afterwards.
func (e *entry) send() error {
	buf := e.buf
	e.buf = nil
	defer bytebufferpool.Put(buf)
	e.l.mu.Lock()
	defer e.l.mu.Unlock()
	if string(buf.Bytes()) == e.l.last {
		e.l.repeat++
		return nil
	}
	if e.l.repeat > 0 {
		fmt.Fprintf(e.l.w, "msg=repeated times=%d\n", e.l.repeat)
		e.l.repeat = 0
	}
	e.l.last = buf.String()
	buf.WriteByte('\n')
	_, err := buf.WriteTo(e.l.w)
	return err
}

func main() {
	var out bytes.Buffer
	root := &logger{mu: new(sync.Mutex), w: &out}
	api := root.with("svc", "api").with("zone", "eu 1")
	for range 3 {
		if err := api.msg("request").str("path", "/x").int("status", 200).send(); err != nil {
			fmt.Println(err)
		}
	}
	api.msg("stop").send()
	root.msg("bye now").int("uptime", 12).send()
	fmt.Print(out.String())
}
