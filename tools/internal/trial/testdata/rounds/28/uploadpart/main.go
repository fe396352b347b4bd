// truth: zero-ref line 99 callee

// Command uploadpart uploads a file in parts to an object store. Parts are read
// one after the other and sent by several goroutines.
package main

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

const partSize = 1 << 10

type Part struct {
	Num  int
	N    int
	Data [partSize]byte
}

func (p *Part) bytes() []byte { return p.Data[:p.N] }

var parts = rcpool.Pool[Part]{Name: "upload.parts"}

type Store interface {
	PutPart(ctx context.Context, num int, data []byte) (etag string, err error)
}

type Upload struct {
	store Store
	ctx   context.Context
	stop  context.CancelCauseFunc
	work  chan rcpool.Ref[Part]
	wg    sync.WaitGroup

	mu    sync.Mutex
	etags map[int]string
}

func NewUpload(ctx context.Context, store Store, senders int) *Upload {
	u := &Upload{store: store, work: make(chan rcpool.Ref[Part]), etags: map[int]string{}}
	u.ctx, u.stop = context.WithCancelCause(ctx)
	for range senders {
		u.wg.Go(u.send)
	}
	return u
}

func (u *Upload) send() {
	for part := range u.work {
		p := part.Value()
		etag, err := u.store.PutPart(u.ctx, p.Num, p.bytes())
		if err != nil {
			u.stop(fmt.Errorf("part %d: %w", p.Num, err))
		} else {
			u.mu.Lock()
			u.etags[p.Num] = etag
			u.mu.Unlock()
		}
		part.Release()
	}
}

// submit waits for a sender; the part belongs to it then.
func (u *Upload) submit(part *rcpool.Ref[Part]) error {
	own := rcpool.Move(part)
	select {
	case u.work <- own:
		return nil
	case <-u.ctx.Done():
		own.Release()
		return context.Cause(u.ctx)
	}
}

func (u *Upload) readAll(r io.Reader) (total int, err error) {
	for num := 1; ; num++ {
		part := parts.Get()
		p := part.Value()
		n, err := io.ReadFull(r, p.Data[:])
		if n == 0 || err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			part.Release()
			if errors.Is(err, io.EOF) {
				return total, nil
			}
			return total, err
		}
		p.Num, p.N = num, n
		if err := u.submit(&part); err != nil {
			return total, err
		}
		total += part.Value().N
	}
}

func (u *Upload) Finish(total int, err error) (string, error) {
	close(u.work)
	u.wg.Wait()
	cause := context.Cause(u.ctx)
	u.stop(nil)
	if err = errors.Join(err, cause); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d bytes in %d parts", total, len(u.etags)), nil
}

type memStore struct{ broken int }

func (m memStore) PutPart(_ context.Context, num int, data []byte) (string, error) {
	if num == m.broken {
		return "", errors.New("503 slow down")
	}
	sum := md5.Sum(data)
	return hex.EncodeToString(sum[:]), nil
}

func main() {
	for _, size := range []int{0, 100, 5000} {
		u := NewUpload(context.Background(), memStore{}, 2)
		fmt.Println(u.Finish(u.readAll(strings.NewReader(strings.Repeat("x", size)))))
	}
}
