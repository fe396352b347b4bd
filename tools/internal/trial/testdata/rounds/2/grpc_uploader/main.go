// truth: double-release line 41 callee
package main

import (
	"bytes"
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

var errQuota = errors.New("quota exceeded")

type bucket struct {
	quota  int
	chunks []string
}

// store keeps what the chunk holds, and frees it.
func (b *bucket) store(chunk mem.Buffer) error {
	defer chunk.Free()
	if b.quota < chunk.Len() {
		return errQuota
	}
	b.quota -= chunk.Len()
	b.chunks = append(b.chunks, string(chunk.ReadOnlyData()))
	return nil
}

type uploader struct {
	pool mem.BufferPool
	to   *bucket
}

func (u *uploader) upload(data []byte, size int) (sent int, err error) {
	for len(data) > 0 {
		n := min(size, len(data))
		chunk := mem.Copy(data[:n], u.pool)
		data = data[n:]
		if err := u.to.store(chunk); err != nil {
			chunk.Free()
			return sent, fmt.Errorf("after %d bytes: %w", sent, err)
		}
		sent += n
	}
	return sent, nil
}

func main() {
	u := &uploader{pool: mem.DefaultBufferPool(), to: &bucket{quota: 10000}}
	for range 2 {
		func() {
			defer func() {
				if p := recover(); p != nil {
					fmt.Println("panic:", p)
				}
			}()
			fmt.Println(u.upload(bytes.Repeat([]byte("data"), 2000), 3000))
		}()
	}
	fmt.Println(len(u.to.chunks), u.to.quota)
}
