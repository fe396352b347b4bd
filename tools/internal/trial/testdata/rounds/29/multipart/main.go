// truth: leak line 67,82 plain

// Command multipart uploads large objects in parts, and retries parts that the
// object store refuses.
package main

import (
	"context"
	"crypto/md5"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/rcpool/rcpool"
)

const partSize = 1 << 10

type part struct {
	number int
	n      int
	data   [partSize]byte
}

var parts = rcpool.Pool[part]{
	Name:  "upload.parts",
	Reset: func(p *part) { *p = part{} },
}

func (p *part) bytes() []byte { return p.data[:p.n] }

type bucket interface {
	PutPart(ctx context.Context, number int, data []byte) (etag string, err error)
	Complete(etags []string) error
}

var (
	errThrottled = errors.New("503 slow down")
	errDenied    = errors.New("403 access denied")
)

type uploader struct {
	to       bucket
	attempts int
	backoff  time.Duration
}

// readPart fills a part. The caller owns it if the error is nil.
func readPart(r io.ReaderAt, number int) (rcpool.Ref[part], error) {
	ref := parts.Get()
	p := ref.Value()
	p.number = number
	n, err := r.ReadAt(p.data[:], int64(number)*partSize)
	if n == 0 && err != nil {
		ref.Release()
		return rcpool.Ref[part]{}, err
	}
	p.n = n
	return ref, nil
}

// sendPart uploads one part. It reads the part again for each attempt, because
// the file may have changed since.
func (u *uploader) sendPart(ctx context.Context, r io.ReaderAt, number int) (string, error) {
	ref, err := readPart(r, number)
	if err != nil {
		return "", err
	}
	for try := 1; ; try++ {
		etag, err := u.to.PutPart(ctx, number, ref.Value().bytes())
		if err == nil {
			ref.Release()
			return etag, nil
		}
		if !errors.Is(err, errThrottled) || try == u.attempts {
			ref.Release()
			return "", fmt.Errorf("part %d, attempt %d: %w", number, try, err)
		}
		time.Sleep(u.backoff)
		if ref, err = readPart(r, number); err != nil {
			return "", err
		}
	}
}

func (u *uploader) upload(ctx context.Context, r io.ReaderAt) (int, error) {
	var etags []string
	for number := 0; ; number++ {
		etag, err := u.sendPart(ctx, r, number)
		if err == io.EOF {
			break
		}
		if err != nil {
			return 0, err
		}
		etags = append(etags, etag)
	}
	return len(etags), u.to.Complete(etags)
}

type memoryBucket struct {
	calls int
	deny  bool
	total int
}

func (b *memoryBucket) PutPart(_ context.Context, number int, data []byte) (string, error) {
	b.calls++
	switch {
	case b.deny:
		return "", errDenied
	case b.calls%3 == 2:
		return "", errThrottled
	}
	b.total += len(data)
	return fmt.Sprintf("%d-%x", number, md5.Sum(data)), nil
}

func (b *memoryBucket) Complete(etags []string) error { return nil }

func main() {
	b := &memoryBucket{}
	u := &uploader{to: b, attempts: 3, backoff: time.Millisecond}
	n, err := u.upload(context.Background(), strings.NewReader(strings.Repeat("0123456789", 450)))
	fmt.Println(n, err, b.total)
	u.to = &memoryBucket{deny: true}
	_, err = u.upload(context.Background(), strings.NewReader("small"))
	fmt.Println(err)
}
