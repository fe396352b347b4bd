// truth: leak line 41 plain
package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

type Line struct {
	Method string
	Path   string
	Status int
	Text   bytes.Buffer
}

func (l *Line) Reset() {
	l.Method, l.Path, l.Status = "", "", 0
	l.Text.Reset()
}

var lines = rcpool.Pool[Line]{Name: "access-lines"}

type hit struct {
	method, path string
	status       int
}

type accessLog struct {
	out     io.Writer
	skip    func(path string) bool
	written int
	skipped int
}

func (a *accessLog) write(hits []hit) error {
	for _, h := range hits {
		line := lines.Get()
		l := line.Value()
		l.Method, l.Path, l.Status = h.method, h.path, h.status
		switch {
		case h.status == 0:
			line.Release()
			return fmt.Errorf("hit on %q has no status", h.path)
		case h.status < 400 && a.skip(h.path):
			a.skipped++
			continue
		case h.status >= 500:
			l.Text.WriteString("ERROR ")
		}
		fmt.Fprintf(&l.Text, "%s %s %d\n", l.Method, l.Path, l.Status)
		_, err := l.Text.WriteTo(a.out)
		line.Release()
		if err != nil {
			return err
		}
		a.written++
	}
	return nil
}

func main() {
	var out strings.Builder
	log := &accessLog{out: &out, skip: func(path string) bool { return path == "/healthz" }}
	err := log.write([]hit{
		{"GET", "/", 200},
		{"GET", "/healthz", 200},
		{"POST", "/orders", 503},
		{"GET", "/healthz", 500},
	})
	fmt.Println(err, log.written, log.skipped)
	fmt.Println(log.write([]hit{{"GET", "/odd", 0}}))
	fmt.Print(out.String())
	fmt.Println("open leases:", lines.Stats().InUse)
}
