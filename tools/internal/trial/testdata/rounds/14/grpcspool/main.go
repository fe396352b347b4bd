// truth: correct

// Command grpcspool reassembles uploads from chunks that arrive out of order.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

var (
	errOverlap = errors.New("chunk was received before")
	errQuota   = errors.New("upload exceeds its quota")
)

type upload struct {
	next  int
	early map[int]mem.Buffer
	ready mem.BufferSlice
	size  int
	quota int
}

// add takes the chunk over if it returns nil.
func (u *upload) add(no int, chunk mem.Buffer) error {
	if _, ok := u.early[no]; ok || no < u.next {
		return fmt.Errorf("chunk %d: %w", no, errOverlap)
	}
	if u.size+chunk.Len() > u.quota {
		return fmt.Errorf("chunk %d: %w", no, errQuota)
	}
	u.size += chunk.Len()
	u.early[no] = chunk
	for b, ok := u.early[u.next]; ok; b, ok = u.early[u.next] {
		delete(u.early, u.next)
		u.ready = append(u.ready, b)
		u.next++
	}
	return nil
}

// finish returns the whole upload, if it is complete.
func (u *upload) finish() ([]byte, error) {
	defer u.discard()
	if len(u.early) > 0 {
		return nil, fmt.Errorf("%d chunks without predecessor", len(u.early))
	}
	r := u.ready.Reader()
	defer r.Close()
	return io.ReadAll(r)
}

func (u *upload) discard() {
	u.ready.Free()
	u.ready = nil
	for no, b := range u.early {
		b.Free()
		delete(u.early, no)
	}
}

type receiver struct {
	pool    mem.BufferPool
	uploads map[string]*upload
}

func (rc *receiver) receive(name string, no int, p []byte) error {
	u, ok := rc.uploads[name]
	if !ok {
		u = &upload{early: map[int]mem.Buffer{}, quota: 9000}
		rc.uploads[name] = u
	}
	chunk := mem.Copy(p, rc.pool)
	if err := u.add(no, chunk); err != nil {
		chunk.Free()
		return err
	}
	return nil
}

func (rc *receiver) commit(name string) ([]byte, error) {
	u, ok := rc.uploads[name]
	if !ok {
		return nil, fmt.Errorf("no upload %q", name)
	}
	delete(rc.uploads, name)
	return u.finish()
}

func (rc *receiver) Close() {
	for name, u := range rc.uploads {
		u.discard()
		delete(rc.uploads, name)
	}
}

func main() {
	rc := &receiver{pool: mem.NewTieredBufferPool(2048, 4096), uploads: map[string]*upload{}}
	defer rc.Close()
	for _, no := range []int{1, 0, 1, 3, 2, 4} {
		if err := rc.receive("a", no, bytes.Repeat([]byte{byte('0' + no)}, 2000)); err != nil {
			fmt.Println(err)
		}
	}
	p, err := rc.commit("a")
	fmt.Println(len(p), err, string(p[1998:2002]))
	fmt.Println(rc.receive("b", 5, make([]byte, 1500)), rc.receive("c", 1, make([]byte, 1500)))
	_, err = rc.commit("b")
	fmt.Println(err)
}
