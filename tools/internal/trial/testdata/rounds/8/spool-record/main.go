// truth: reset line 19 plain
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type record struct {
	Sender  string
	Headers map[string]string
	Body    []byte
	Spam    bool
	hops    int
}

func (r *record) Reset() {
	r.Sender = ""
	clear(r.Headers)
	r.Body = r.Body[:0]
	r.hops = 0
}

var records = rcpool.Pool[record]{
	Name: "records",
	New:  func() *record { return &record{Headers: make(map[string]string)} },
}

type filter func(*record)

func hops(r *record) { r.hops++ }

func scan(words ...string) filter {
	return func(r *record) {
		for _, w := range words {
			if strings.Contains(string(r.Body), w) {
				r.Spam = true
			}
		}
	}
}

func deliver(raw string, filters ...filter) string {
	ref := records.Get()
	defer ref.Release()
	r := ref.Value()
	head, body, _ := strings.Cut(raw, "\n\n")
	for l := range strings.Lines(head) {
		k, v, _ := strings.Cut(strings.TrimSpace(l), ": ")
		if k == "From" {
			r.Sender = v
			continue
		}
		r.Headers[k] = v
	}
	r.Body = append(r.Body, body...)
	for _, f := range filters {
		f(r)
	}
	if r.Spam {
		return "junk: " + r.Sender
	}
	return "inbox: " + r.Sender
}

func main() {
	for _, raw := range []string{
		"From: a@x\nSubject: hi\n\nlunch?",
		"From: b@y\nSubject: win\n\nfree lottery",
		"From: c@z\n\nminutes of the meeting",
	} {
		fmt.Println(deliver(raw, hops, scan("lottery", "prize")))
	}
}
