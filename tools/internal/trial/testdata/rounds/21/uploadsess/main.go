// truth: correct
package main

import (
	"bytes"
	"compress/gzip"
	"crypto"
	_ "crypto/sha256"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

var errQuota = errors.New("quota exceeded")

// upload compresses what is written to it, and hashes it. Close or Abort ends it.
type upload struct {
	name string
	dst  io.Writer
	out  rcpool.Ref[bytes.Buffer]
	gz   rcpool.Ref[stdpool.Writer[*gzip.Writer]]
	sum  rcpool.Ref[stdpool.Hasher]
	left int
}

func begin(name string, dst io.Writer, quota int) (*upload, error) {
	if name == "" {
		return nil, errors.New("upload without a name")
	}
	u := &upload{name: name, dst: dst, left: quota}
	u.out = stdpool.Buffer()
	u.gz = stdpool.GzipWriter(u.out.Value(), gzip.BestSpeed)
	u.sum = stdpool.Hash(crypto.SHA256)
	return u, nil
}

func (u *upload) Write(p []byte) (int, error) {
	if len(p) > u.left {
		return 0, fmt.Errorf("%s: %w", u.name, errQuota)
	}
	u.left -= len(p)
	u.sum.Value().Write(p)
	return u.gz.Value().Write(p)
}

// Close sends the compressed data and returns the hash. It does nothing after Abort.
func (u *upload) Close() (sum string, err error) {
	if u.out.IsZero() {
		return "", nil
	}
	defer u.Abort()
	if err := u.gz.Value().Close(); err != nil {
		return "", err
	}
	if _, err := u.out.Value().WriteTo(u.dst); err != nil {
		return "", fmt.Errorf("%s: %w", u.name, err)
	}
	return fmt.Sprintf("%x", u.sum.Value().Sum(nil)[:4]), nil
}

// Abort gives up what the upload has. It may be called more than once.
func (u *upload) Abort() {
	rcpool.Drop(&u.gz) // before the buffer that it writes to
	rcpool.Drop(&u.sum)
	rcpool.Drop(&u.out)
}

type bucket struct {
	objects map[string][]byte
}

type object struct {
	to   *bucket
	name string
}

func (o object) Write(p []byte) (int, error) {
	if len(o.to.objects) == 3 {
		return 0, errors.New("bucket full")
	}
	o.to.objects[o.name] = append(o.to.objects[o.name], p...)
	return len(p), nil
}

func (b *bucket) store(name string, in io.Reader, quota int) (string, error) {
	u, err := begin(name, object{b, name}, quota)
	if err != nil {
		return "", err
	}
	defer u.Abort()
	if _, err := io.Copy(u, in); err != nil {
		return "", err
	}
	return u.Close()
}

func (b *bucket) size(name string) (int64, error) {
	gz, err := stdpool.GzipReader(bytes.NewReader(b.objects[name]))
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	defer gz.Release()
	return io.Copy(io.Discard, gz.Value())
}

func main() {
	b := &bucket{objects: map[string][]byte{}}
	text := bytes.Repeat([]byte("image data "), 1000)
	for i, name := range []string{"a", "b", "", "c", "d"} {
		sum, err := b.store(name, bytes.NewReader(text[:2000*(i+1)]), 9000)
		fmt.Println(name, sum, err)
	}
	for _, name := range []string{"a", "b", "d"} {
		fmt.Println(b.size(name))
	}
}
