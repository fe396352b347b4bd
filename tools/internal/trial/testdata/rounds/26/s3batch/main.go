// truth: double-release line 82,87,103 hard

// Command s3batch uploads parts in batches and retries the ones that fail.
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Part struct {
	Key    string
	Number int
	Data   []byte
	Tries  int
}

func (p *Part) Reset() { *p = Part{Data: p.Data[:0]} }

var parts = rcpool.Pool[Part]{
	Name: "parts",
	Keep: func(p *Part) bool { return cap(p.Data) <= 1<<16 },
}

var (
	errSlowDown = errors.New("503 slow down")
	errDenied   = errors.New("403 denied")
)

type bucket struct {
	objects map[string]string
	calls   int
}

func (b *bucket) putPart(p *Part) error {
	b.calls++
	switch {
	case p.Key == "secret":
		return errDenied
	case b.calls%3 == 0:
		return errSlowDown
	}
	b.objects[fmt.Sprintf("%s#%d", p.Key, p.Number)] = string(p.Data)
	return nil
}

type Uploader struct {
	dst   *bucket
	queue []rcpool.Ref[Part]
	dead  []rcpool.Ref[Part]
	log   []string
}

func (u *Uploader) Add(key, body string, size int) {
	for n := 0; len(body) > 0; n++ {
		cut := min(size, len(body))
		ref := parts.Get()
		p := ref.Value()
		p.Key, p.Number = key, n
		p.Data = append(p.Data, body[:cut]...)
		u.queue = append(u.queue, ref)
		body = body[cut:]
	}
}

// round uploads everything that is queued and queues what must be retried.
func (u *Uploader) round() {
	batch := u.queue
	u.queue = nil
	var retry []rcpool.Ref[Part]
	for _, ref := range batch {
		p := ref.Value()
		p.Tries++
		err := u.dst.putPart(p)
		switch {
		case err == nil:
		case errors.Is(err, errSlowDown) && p.Tries < 3:
			retry = append(retry, ref.Retain())
		default:
			u.dead = append(u.dead, ref)
			u.log = append(u.log, fmt.Sprintf("%s#%d: %v", p.Key, p.Number, err))
		}
	}
	for _, ref := range batch {
		ref.Release()
	}
	u.queue = append(u.queue, retry...)
}

func (u *Uploader) Run() (rounds int) {
	for len(u.queue) > 0 {
		u.round()
		rounds++
	}
	return rounds
}

// Close gives up the parts that were not uploaded.
func (u *Uploader) Close() (lost int) {
	for _, ref := range u.dead {
		ref.Release()
		lost++
	}
	u.dead = nil
	return lost
}

func main() {
	u := &Uploader{dst: &bucket{objects: map[string]string{}}}
	u.Add("a.txt", "hello", 4)
	u.Add("secret", "x", 4)
	fmt.Println(u.Run(), u.log)
	u.Add("b.txt", "good morning", 3)
	fmt.Println(u.Run(), len(u.dst.objects), u.Close())
}
