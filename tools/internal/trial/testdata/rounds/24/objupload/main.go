// truth: leak line 73 callee

// Command objupload sends an object in parts, each with a checksum, and keeps
// what is in flight until the store has confirmed it.
package main

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"google.golang.org/grpc/mem"
)

const partSize = 2048

type part struct {
	number int
	sum    uint32
	data   mem.Buffer
}

type uploader struct {
	pool     mem.BufferPool
	inFlight map[int]part
	store    func(number int, sum uint32, data []byte) error
	failed   []int
}

// track remembers data until the part is confirmed.
func (u *uploader) track(number int, data mem.Buffer) part {
	data.Ref()
	p := part{number, crc32.ChecksumIEEE(data.ReadOnlyData()), data}
	u.inFlight[number] = p
	return p
}

func (u *uploader) confirm(number int) {
	p, ok := u.inFlight[number]
	if !ok {
		return
	}
	delete(u.inFlight, number)
	p.data.Free()
}

func (u *uploader) send(p part) {
	if err := u.store(p.number, p.sum, p.data.ReadOnlyData()); err != nil {
		u.failed = append(u.failed, p.number)
		return
	}
	u.confirm(p.number)
}

func (u *uploader) upload(r io.Reader) (parts int, err error) {
	for {
		raw := u.pool.Get(partSize)
		n, err := io.ReadFull(r, *raw)
		if n == 0 {
			u.pool.Put(raw)
			if err == io.EOF {
				return parts, nil
			}
			return parts, err
		}
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			u.pool.Put(raw)
			return parts, err
		}
		*raw = (*raw)[:n]
		data := mem.NewBuffer(raw, u.pool)
		u.send(u.track(parts, data))
		parts++
	}
}

func (u *uploader) retry() (left int) {
	again := u.failed
	u.failed = nil
	for _, number := range again {
		u.send(u.inFlight[number])
	}
	return len(u.failed)
}

func (u *uploader) abort() {
	for number := range u.inFlight {
		u.confirm(number)
	}
}

func main() {
	calls, stored := 0, 0
	u := &uploader{
		pool:     mem.DefaultBufferPool(),
		inFlight: make(map[int]part),
		store: func(number int, sum uint32, data []byte) error {
			calls++
			if calls%4 == 3 {
				return errors.New("503 slow down")
			}
			if crc32.ChecksumIEEE(data) != sum {
				return fmt.Errorf("part %d is corrupt", number)
			}
			stored += len(data)
			return nil
		},
	}
	defer u.abort()
	parts, err := u.upload(strings.NewReader(strings.Repeat("0123456789", 1700)))
	fmt.Println(parts, err, len(u.failed), "failed")
	for u.retry() > 0 {
		fmt.Println("still", len(u.failed))
	}
	fmt.Println(stored, "bytes stored")
}
