// truth: use-after-release line 65 callee
package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type mail struct {
	raw   []byte
	parts int
}

func (m *mail) Reset() {
	m.raw = m.raw[:0]
	m.parts = 0
}

var mails = rcpool.Pool[mail]{
	Name:   "mta.mails",
	Memory: func(m *mail) []byte { return m.raw[:cap(m.raw)] },
}

var errNoBoundary = errors.New("mime: no boundary")

// boundary finds the delimiter of the parts in the header.
func boundary(m *mail) ([]byte, error) {
	head, _, ok := bytes.Cut(m.raw, []byte("\n\n"))
	if !ok {
		return nil, errNoBoundary
	}
	_, b, ok := bytes.Cut(head, []byte("boundary="))
	if !ok {
		return nil, errNoBoundary
	}
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		b = b[:i]
	}
	return b, nil
}

func countParts(m *mail, b []byte) int {
	return bytes.Count(m.raw, append([]byte("\n--"), b...)) - 1
}

type index struct {
	parts map[string]int
}

func (x *index) add(raw string) error {
	ref := mails.Get()
	m := ref.Value()
	m.raw = append(m.raw, raw...)
	b, err := boundary(m)
	if err != nil {
		ref.Release()
		return err
	}
	n := countParts(m, b)
	m.parts = n
	ref.Release()
	x.parts[string(b)] += n
	return nil
}

func main() {
	x := &index{parts: map[string]int{}}
	mailbox := []string{
		"Subject: a\nContent-Type: multipart/mixed; boundary=xx1\n\nhi\n--xx1\none\n--xx1\ntwo\n--xx1--\n",
		"Subject: plain\n\nhello",
		"Content-Type: multipart/mixed; boundary=yy\n\n\n--yy\none\n--yy--\n",
	}
	for _, raw := range mailbox {
		if err := x.add(raw); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(len(x.parts), "boundaries")
}
