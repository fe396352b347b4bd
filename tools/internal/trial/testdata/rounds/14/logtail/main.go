// truth: use-after-release line 44 callee

// Command logtail formats access log lines of a proxy.
package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/valyala/bytebufferpool"
)

type access struct {
	remote, method, path string
	status               int
	took                 time.Duration
}

type accessLog struct {
	w      io.Writer
	lines  int
	octets int
}

func (l *accessLog) emit(bb *bytebufferpool.ByteBuffer) error {
	defer bytebufferpool.Put(bb)
	bb.WriteByte('\n')
	l.lines++
	_, err := bb.WriteTo(l.w)
	return err
}

func (l *accessLog) log(a access) error {
	bb := bytebufferpool.Get()
	fmt.Fprintf(bb, "%s %q %d", a.remote, a.method+" "+a.path, a.status)
	if a.took > 100*time.Millisecond {
		fmt.Fprintf(bb, " slow=%s", a.took)
	}
	if err := l.emit(bb); err != nil {
		return err
	}
	l.octets += bb.Len()
	return nil
}

type handler struct {
	log *accessLog
}

func (h *handler) handle(method, path string, took time.Duration) int {
	status := 200
	if method == "TRACE" {
		status = 405
	}
	if err := h.log.log(access{"10.0.0.1", method, path, status, took}); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	return status
}

func main() {
	h := &handler{log: &accessLog{w: os.Stdout}}
	h.handle("GET", "/", time.Millisecond)
	h.handle("PUT", "/blob/1", time.Second)
	h.handle("TRACE", "/", 0)
	fmt.Println(h.log.lines, h.log.octets)
}
