// truth: use-after-release line 34,41 hard
package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	"google.golang.org/grpc/mem"
)

type digest = [sha256.Size]byte

type chunk struct {
	sum  digest
	data mem.Buffer
}

// recent remembers the last chunks of a backup, to find those that repeat.
type recent struct {
	pool  mem.BufferPool
	limit int
	queue []chunk
	known map[digest]mem.Buffer
}

func newRecent(pool mem.BufferPool, limit int) *recent {
	return &recent{pool: pool, limit: limit, known: map[digest]mem.Buffer{}}
}

// same reports whether the data is in the window.
func (r *recent) same(sum digest, data []byte) bool {
	buf, ok := r.known[sum]
	return ok && bytes.Equal(buf.ReadOnlyData(), data)
}

func (r *recent) add(sum digest, data []byte) {
	if len(r.queue) == r.limit {
		oldest := r.queue[0]
		r.queue = append(r.queue[:0], r.queue[1:]...)
		oldest.data.Free()
	}
	buf := mem.Copy(data, r.pool)
	r.queue = append(r.queue, chunk{sum, buf})
	r.known[sum] = buf
}

func (r *recent) close() {
	for _, c := range r.queue {
		delete(r.known, c.sum)
		c.data.Free()
	}
	r.queue = nil
}

type report struct{ stored, skipped int }

func backup(r *recent, file []byte, size int) (rep report) {
	for len(file) > 0 {
		data := file[:min(size, len(file))]
		file = file[len(data):]
		sum := sha256.Sum256(data)
		if r.same(sum, data) {
			rep.skipped += len(data)
			continue
		}
		r.add(sum, data)
		rep.stored += len(data)
	}
	return rep
}

func block(b byte) []byte { return bytes.Repeat([]byte{b}, 2048) }

func main() {
	r := newRecent(mem.DefaultBufferPool(), 3)
	file := bytes.Join([][]byte{block('a'), block('a'), block('b'), block('b'), block('a')}, nil)
	fmt.Printf("%+v\n", backup(r, file, 2048))
	file = bytes.Join([][]byte{block('c'), block('d'), block('a'), []byte("tail")}, nil)
	fmt.Printf("%+v\n", backup(r, file, 2048))
	r.close()
}
