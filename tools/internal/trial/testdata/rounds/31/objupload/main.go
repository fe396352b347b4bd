// truth: use-after-release line 107 callee

// Command objupload uploads objects in parts and records their checksums.
package main

import (
	"crypto"
	_ "crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type part struct {
	number int
	data   []byte
	etag   string
}

func (p *part) Reset() {
	p.number, p.etag = 0, ""
	p.data = p.data[:0]
}

var parts = rcpool.Pool[part]{Name: "parts"}

type remote struct {
	stored map[string]int
	refuse int // the number of a part
}

var errRefused = errors.New("slow down")

func (r *remote) put(key string, number int, data []byte) error {
	if number == r.refuse {
		return errRefused
	}
	r.stored[key] += len(data)
	return nil
}

type upload struct {
	remote *remote
	key    string
	size   int
	etags  []string
	done   int
}

func (u *upload) fill(src io.Reader, number int) (rcpool.Ref[part], error) {
	ref := parts.Get()
	p := ref.Value()
	p.number = number
	for len(p.data) < u.size {
		var buf [32]byte
		n, err := src.Read(buf[:min(len(buf), u.size-len(p.data))])
		p.data = append(p.data, buf[:n]...)
		if err == io.EOF {
			break
		}
		if err != nil {
			ref.Release()
			return rcpool.Ref[part]{}, err
		}
	}
	return ref, nil
}

// seal computes the checksum of the part.
func seal(p *part) {
	h := stdpool.Hash(crypto.SHA256)
	defer h.Release()
	h.Value().Write(p.data)
	p.etag = hex.EncodeToString(h.Value().Sum(nil)[:6])
}

// send uploads a part.
func (u *upload) send(ref rcpool.Ref[part]) error {
	defer ref.Release()
	p := ref.Value()
	seal(p)
	if err := u.remote.put(u.key, p.number, p.data); err != nil {
		return fmt.Errorf("part %d: %w", p.number, err)
	}
	u.etags = append(u.etags, p.etag)
	return nil
}

func (u *upload) run(src io.Reader) error {
	for number := 1; ; number++ {
		ref, err := u.fill(src, number)
		if err != nil {
			return err
		}
		if len(ref.Value().data) == 0 {
			ref.Release()
			return nil
		}
		if err := u.send(ref); err != nil {
			return err
		}
		u.done += len(ref.Value().data)
	}
}

func main() {
	r := &remote{stored: make(map[string]int), refuse: 3}
	for key, size := range map[string]int{"a": 100, "b": 40} {
		u := &upload{remote: r, key: key, size: size}
		err := u.run(strings.NewReader(strings.Repeat(key, 150)))
		fmt.Println(key, len(u.etags), u.done, err)
	}
}
