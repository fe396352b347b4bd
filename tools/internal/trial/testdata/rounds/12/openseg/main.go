// truth: leak line 48 callee

package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

type Cursor struct {
	Name string
	Pos  int64
	Page []byte
}

func (c *Cursor) Reset() { *c = Cursor{Page: c.Page[:0]} }

var cursors = rcpool.Pool[Cursor]{Name: "cursors"}

type archive map[string]string

func (a archive) open(name string) (rcpool.Ref[Cursor], error) {
	body, ok := a[name]
	if !ok {
		return rcpool.Ref[Cursor]{}, fmt.Errorf("segment %s: not found", name)
	}
	ref := cursors.Get()
	ref.Value().Name = name
	ref.Value().Page = append(ref.Value().Page, body...)
	return ref, nil
}

func (c *Cursor) next() (string, error) {
	rest := string(c.Page[c.Pos:])
	if rest == "" {
		return "", io.EOF
	}
	line, _, _ := strings.Cut(rest, "\n")
	c.Pos += int64(min(len(line)+1, len(rest)))
	return line, nil
}

func merge(a archive, left, right string) ([]string, error) {
	lr, err := a.open(left)
	if err != nil {
		return nil, err
	}
	rr, err := a.open(right)
	if err != nil {
		return nil, fmt.Errorf("merge with %s: %w", left, err)
	}
	defer lr.Release()
	defer rr.Release()
	var out []string
	l, lerr := lr.Value().next()
	r, rerr := rr.Value().next()
	for lerr == nil || rerr == nil {
		if rerr != nil || lerr == nil && l <= r {
			out = append(out, l)
			l, lerr = lr.Value().next()
		} else {
			out = append(out, r)
			r, rerr = rr.Value().next()
		}
	}
	return out, errors.Join(notEOF(lerr), notEOF(rerr))
}

func notEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

func main() {
	a := archive{"0001": "apple\ncherry\n", "0002": "banana\ndate", "0003": ""}
	fmt.Println(merge(a, "0001", "0002"))
	fmt.Println(merge(a, "0002", "0003"))
	fmt.Println(merge(a, "0009", "0001"))
	fmt.Println(merge(a, "0001", "0008"))
}
