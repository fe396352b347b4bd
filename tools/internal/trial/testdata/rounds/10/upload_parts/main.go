// truth: leak line 28,53 callee
package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/rcpool/rcpool"
)

type Part struct {
	Data [1024]byte
	N    int
}

var parts = rcpool.Pool[Part]{Name: "upload.parts"}

type upload struct {
	key  string
	part rcpool.Ref[Part]
	sum  uint32
}

func newUpload(key string) *upload {
	return &upload{key: key, part: parts.Get()}
}

func (u *upload) fill(r io.Reader) (bool, error) {
	p := u.part.Value()
	n, err := io.ReadFull(r, p.Data[:])
	p.N = n
	u.sum = crc32.Update(u.sum, crc32.IEEETable, p.Data[:n])
	switch err {
	case nil:
		return true, nil
	case io.EOF, io.ErrUnexpectedEOF:
		return false, nil
	}
	return false, err
}

func (u *upload) close() { u.part.Release() }

var errNoKey = errors.New("object has no key")

func put(key string, r io.Reader) (uint32, error) {
	if key == "" {
		return 0, errNoKey
	}
	u := newUpload(key)
	for {
		more, err := u.fill(r)
		if err != nil {
			return 0, fmt.Errorf("put %s: %w", u.key, err)
		}
		if !more {
			break
		}
	}
	sum := u.sum
	u.close()
	return sum, nil
}

type hangup struct{ io.Reader }

func (h hangup) Read(p []byte) (int, error) {
	n, err := h.Reader.Read(p)
	if err == io.EOF {
		err = errors.New("connection reset")
	}
	return n, err
}

func main() {
	body := bytes.Repeat([]byte("object "), 500)
	fmt.Println(put("a/b", bytes.NewReader(body)))
	fmt.Println(put("", bytes.NewReader(body)))
	fmt.Println(put("a/c", hangup{bytes.NewReader(body)}))
}
