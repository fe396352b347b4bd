// truth: reset line 31 plain
package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/rcpool/rcpool"
)

type level int8

type record struct {
	at      time.Time
	level   level
	service string
	traceID string
	attrs   []attr
	line    []byte
}

type attr struct{ key, val string }

func newRecords() *rcpool.Pool[record] {
	return &rcpool.Pool[record]{
		Name: "records",
		New: func() *record {
			return &record{attrs: make([]attr, 0, 8), line: make([]byte, 0, 256)}
		},
		Reset: func(r *record) {
			r.at = time.Time{}
			r.level = 0
			r.service = ""
			clear(r.attrs)
			r.attrs = r.attrs[:0]
			r.line = r.line[:0]
		},
	}
}

type parser struct {
	records *rcpool.Pool[record]
	now     func() time.Time
}

// parse reads "level service key=val…".
func (p *parser) parse(text string) (rcpool.Ref[record], error) {
	fields := strings.Fields(text)
	if len(fields) < 2 {
		return rcpool.Ref[record]{}, fmt.Errorf("bad line %q", text)
	}
	ref := p.records.Get()
	r := ref.Value()
	r.at = p.now()
	r.level = level(len(fields[0]))
	r.service = fields[1]
	for _, f := range fields[2:] {
		key, val, ok := strings.Cut(f, "=")
		if !ok {
			continue
		}
		if key == "trace" {
			r.traceID = val
			continue
		}
		r.attrs = append(r.attrs, attr{key, val})
	}
	return ref, nil
}

func (r *record) render() string {
	r.line = append(r.line, r.service...)
	if r.traceID != "" {
		r.line = append(r.line, " trace="+r.traceID...)
	}
	for _, a := range r.attrs {
		r.line = append(r.line, ' ')
		r.line = append(append(append(r.line, a.key...), '='), a.val...)
	}
	return string(r.line)
}

func main() {
	p := &parser{records: newRecords(), now: time.Now}
	for _, text := range []string{"info api trace=af31 path=/x", "warn db", "bad", "info api path=/y"} {
		ref, err := p.parse(text)
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		fmt.Println(ref.Value().render())
		ref.Release()
	}
}
