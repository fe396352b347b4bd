// truth: double-release line 59 callee

// Command chunkupload sends chunks of a file and keeps a window of unconfirmed ones.
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

type remote struct {
	stored strings.Builder
	quota  int
}

var errQuota = errors.New("remote is full")

func (r *remote) store(b []byte) error {
	if r.stored.Len()+len(b) > r.quota {
		return errQuota
	}
	r.stored.Write(b)
	return nil
}

type uploader struct {
	remote *remote
	size   int
	failed int
}

// chunk reads a chunk. The function gives it back.
func (u *uploader) chunk(src io.Reader) (data []byte, done func(), err error) {
	b := stdpool.Bytes(u.size)
	n, err := io.ReadFull(src, b.Value())
	if n == 0 {
		b.Release()
		return nil, nil, err
	}
	b.Truncate(n)
	return b.Value(), b.Release, nil
}

func (u *uploader) send(src io.Reader) (more bool, err error) {
	data, done, err := u.chunk(src)
	if err == io.EOF {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer done()
	if err := u.remote.store(data); err != nil {
		u.failed += len(data)
		done()
		return false, err
	}
	return true, nil
}

func (u *uploader) upload(src io.Reader) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("upload: %v", p != nil)
		}
	}()
	for {
		more, err := u.send(src)
		if err != nil || !more {
			return err
		}
	}
}

func main() {
	u := &uploader{remote: &remote{quota: 100}, size: 16}
	for _, n := range []int{3, 10, 40} {
		err := u.upload(strings.NewReader(strings.Repeat("ab", n)))
		fmt.Println(n, err, u.remote.stored.Len(), u.failed)
	}
}
