// truth: escape line 47 plain
package main

import (
	"fmt"
	"hash/crc32"
	"sync"

	"github.com/rcpool/rcpool"
)

type Part struct {
	Number int
	Data   [4096]byte
	Len    int
}

var parts = rcpool.Pool[Part]{Name: "parts"}

type bucket struct {
	mu   sync.Mutex
	sums map[int]uint32
	wg   sync.WaitGroup
}

func (b *bucket) record(n int, sum uint32) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sums[n] = sum
}

// upload splits an object into parts and stores a checksum of each.
func (b *bucket) upload(object []byte) (int, error) {
	count := 0
	for len(object) > 0 {
		ref := parts.Get()
		p := ref.Value()
		count++
		p.Number = count
		p.Len = copy(p.Data[:], object)
		object = object[p.Len:]
		if p.Number > 100 {
			ref.Release()
			return count, fmt.Errorf("object has more than 100 parts")
		}
		b.wg.Add(1)
		go func() {
			defer b.wg.Done()
			b.record(p.Number, crc32.ChecksumIEEE(p.Data[:p.Len]))
		}()
		ref.Release()
	}
	return count, nil
}

func main() {
	b := &bucket{sums: map[int]uint32{}}
	n, err := b.upload(make([]byte, 10_000))
	b.wg.Wait()
	fmt.Println(n, err)
	for i := 1; i <= n; i++ {
		fmt.Printf("%d %08x\n", i, b.sums[i])
	}
}
