// truth: use-after-release line 78 plain

// Command produceack appends records to partitions and acknowledges them.
package main

import (
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/rcpool/rcpool"
)

type Record struct {
	Key, Val  []byte
	Partition int
	Offset    int64
}

func (r *Record) Reset() {
	r.Key, r.Val = r.Key[:0], r.Val[:0]
	r.Partition, r.Offset = 0, 0
}

var records = rcpool.Pool[Record]{Name: "records"}

var errFull = errors.New("partition full")

type partition struct {
	log  [][]byte
	size int
	max  int
}

func (p *partition) append(r *Record) (int64, error) {
	if p.size+len(r.Val) > p.max {
		return 0, errFull
	}
	p.size += len(r.Val)
	p.log = append(p.log, append([]byte(nil), r.Val...))
	return int64(len(p.log) - 1), nil
}

type ack struct {
	partition int
	offset    int64
}

type producer struct {
	parts []*partition
	stats struct {
		sent, failed int
	}
}

func newProducer(n, max int) *producer {
	p := new(producer)
	for range n {
		p.parts = append(p.parts, &partition{max: max})
	}
	return p
}

func (p *producer) route(key []byte) int {
	return int(crc32.ChecksumIEEE(key)) % len(p.parts)
}

func (p *producer) send(key, val string) (ack, error) {
	ref := records.Get()
	r := ref.Value()
	r.Key = append(r.Key, key...)
	r.Val = append(r.Val, val...)
	r.Partition = p.route(r.Key)
	off, err := p.parts[r.Partition].append(r)
	if err != nil {
		p.stats.failed++
		ref.Release()
		return ack{}, fmt.Errorf("partition %d: %w", r.Partition, err)
	}
	r.Offset = off
	p.stats.sent++
	a := ack{r.Partition, r.Offset}
	ref.Release()
	return a, nil
}

func main() {
	p := newProducer(3, 24)
	for i := range 12 {
		a, err := p.send(fmt.Sprint("k", i), fmt.Sprint("value-", i))
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(a.partition, a.offset)
	}
	fmt.Println(p.stats)
	check()
}
