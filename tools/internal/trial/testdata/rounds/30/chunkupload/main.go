// truth: correct

// Command chunkupload reassembles uploads whose chunks arrive in any order,
// and forgets those that do not make progress.
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

type chunk struct {
	upload string
	seq    int
	last   bool
	data   []byte
}

func (c *chunk) Reset() { *c = chunk{data: c.data[:0]} }

var chunks = rcpool.Pool[chunk]{Name: "chunks", Keep: func(c *chunk) bool { return cap(c.data) < 1<<20 }}

type upload struct {
	next    int
	end     int // -1 until the last chunk has come
	touched int
	waiting map[int]rcpool.Ref[chunk]
	body    strings.Builder
}

func (u *upload) abort() {
	for seq, c := range u.waiting {
		delete(u.waiting, seq)
		c.Release()
	}
}

type assembler struct {
	now     int
	uploads map[string]*upload
	done    func(name string, body io.Reader)
}

var errDuplicate = errors.New("duplicate chunk")

// receive takes c over.
func (a *assembler) receive(c rcpool.Ref[chunk]) error {
	defer rcpool.Drop(&c)
	v := c.Value()
	u := a.uploads[v.upload]
	if u == nil {
		u = &upload{end: -1, waiting: map[int]rcpool.Ref[chunk]{}}
		a.uploads[v.upload] = u
	}
	if _, dup := u.waiting[v.seq]; dup || v.seq < u.next {
		return fmt.Errorf("%s/%d: %w", v.upload, v.seq, errDuplicate)
	}
	u.touched = a.now
	name := v.upload
	if v.last {
		u.end = v.seq
	}
	u.waiting[v.seq] = rcpool.Move(&c)
	a.advance(name, u)
	return nil
}

// advance moves what is in order into the body.
func (a *assembler) advance(name string, u *upload) {
	for {
		c, ok := u.waiting[u.next]
		if !ok {
			return
		}
		delete(u.waiting, u.next)
		u.body.Write(c.Value().data)
		c.Release()
		if u.next == u.end {
			u.abort() // what is beyond the end
			delete(a.uploads, name)
			a.done(name, strings.NewReader(u.body.String()))
			return
		}
		u.next++
	}
}

func (a *assembler) expire(age int) (n int) {
	for name, u := range a.uploads {
		if a.now-u.touched >= age {
			u.abort()
			delete(a.uploads, name)
			n++
		}
	}
	return n
}

func main() {
	a := &assembler{uploads: map[string]*upload{}, done: func(name string, body io.Reader) {
		text, _ := io.ReadAll(body)
		fmt.Printf("%s: %s\n", name, text)
	}}
	for i, in := range []struct {
		upload string
		seq    int
		last   bool
		data   string
	}{
		{"a.txt", 1, false, "wor"}, {"b.txt", 2, true, "?"}, {"a.txt", 0, false, "hello "},
		{"a.txt", 0, false, "again"}, {"a.txt", 3, false, "junk"}, {"a.txt", 2, true, "ld"},
	} {
		a.now = i
		ref := chunks.Get()
		c := ref.Value()
		c.upload, c.seq, c.last = in.upload, in.seq, in.last
		c.data = append(c.data, in.data...)
		if err := a.receive(ref); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println("expired", a.expire(4), "left", len(a.uploads))
	a.now += 100
	a.expire(0)
}
