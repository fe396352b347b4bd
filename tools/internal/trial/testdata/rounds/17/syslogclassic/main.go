// truth: double-release line 70 callee
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool/classic"
)

type line struct {
	classic.ReferenceCounter
	host, app string
	text      []byte
}

var lines = classic.NewReferenceCountedPool(
	func(c classic.ReferenceCounter) classic.ReferenceCountable {
		return &line{ReferenceCounter: c}
	},
	func(i interface{}) error {
		l := i.(*line)
		l.host, l.app, l.text = "", "", l.text[:0]
		return nil
	},
)

type archive struct{ bytes int }

func (a *archive) consume(l *line) error {
	defer l.DecrementReferenceCount()
	a.bytes += len(l.text)
	return nil
}

type filter struct {
	next    *archive
	deny    string
	dropped int
}

func (f *filter) consume(l *line) error {
	if l.app == f.deny {
		f.dropped++
		l.DecrementReferenceCount()
		return nil
	}
	if err := f.next.consume(l); err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	return nil
}

func parse(raw string) (*line, error) {
	parts := strings.SplitN(raw, " ", 3)
	if len(parts) < 3 {
		return nil, fmt.Errorf("malformed %q", raw)
	}
	l := lines.Get().(*line)
	l.host, l.app = parts[0], parts[1]
	l.text = append(l.text, parts[2]...)
	return l, nil
}

func handle(f *filter, raw string) error {
	l, err := parse(raw)
	if err != nil {
		return err
	}
	defer l.DecrementReferenceCount()
	if len(l.text) > 1024 {
		l.text = l.text[:1024]
	}
	return f.consume(l)
}

func main() {
	f := &filter{next: &archive{}, deny: "cron"}
	for _, raw := range []string{"h1 bad", "h1 sshd accepted key", "h1 cron run"} {
		if err := handle(f, raw); err != nil {
			fmt.Println("error:", err)
		}
	}
	fmt.Println(f.next.bytes, f.dropped)
}
