// truth: double-release line 76 callee

// Multipart uploads large objects in parts to an object store, and completes
// the upload with the digests of the parts.
package main

import (
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

const partSize = 64

type part struct {
	no   int
	n    int
	data [partSize]byte
}

var parts = rcpool.Pool[part]{
	Name:  "parts",
	Reset: func(p *part) { p.no, p.n = 0, 0; clear(p.data[:]) },
}

type bucket struct {
	objects map[string][]string
	quota   int
}

var errQuota = errors.New("quota exceeded")

type upload struct {
	bucket *bucket
	key    string
	etags  []string
	size   int
}

// put stores the part and returns its tag.
func (u *upload) put(ref rcpool.Ref[part]) (string, error) {
	defer ref.Release()
	p := ref.Value()
	if u.size+p.n > u.bucket.quota {
		return "", fmt.Errorf("part %d: %w", p.no, errQuota)
	}
	u.size += p.n
	sum := md5.Sum(p.data[:p.n])
	return hex.EncodeToString(sum[:4]), nil
}

func (u *upload) complete() {
	u.bucket.objects[u.key] = u.etags
}

func (u *upload) from(r io.Reader) error {
	for no := 1; ; no++ {
		ref := parts.Get()
		p := ref.Value()
		n, err := io.ReadFull(r, p.data[:])
		if n == 0 {
			ref.Release()
			if err == io.EOF {
				return nil
			}
			return err
		}
		p.no, p.n = no, n
		etag, err := u.put(ref)
		if err != nil {
			ref.Release()
			return err
		}
		u.etags = append(u.etags, etag)
	}
}

func (b *bucket) store(key, text string) error {
	u := &upload{bucket: b, key: key}
	if err := u.from(strings.NewReader(text)); err != nil {
		return fmt.Errorf("store %s: %w", key, err)
	}
	u.complete()
	return nil
}

func main() {
	b := &bucket{objects: map[string][]string{}, quota: 200}
	fmt.Println(b.store("small", "tiny object"))
	fmt.Println(b.store("medium", strings.Repeat("0123456789", 15)))
	fmt.Println(b.store("large", strings.Repeat("0123456789", 40)))
	fmt.Println(len(b.objects["medium"]), len(b.objects["large"]))
}
