// truth: use-after-release line 64 hard

// Command kafka-batch sends records in batches per partition, and reports the
// offsets of what was sent.
package main

import (
	"fmt"
	"hash/crc32"

	"github.com/rcpool/rcpool"
)

type record struct {
	key    string
	value  []byte
	offset int64
}

var records = rcpool.Pool[record]{
	Name: "records",
	Reset: func(r *record) {
		r.key, r.value, r.offset = "", r.value[:0], 0
	},
}

type topic struct {
	logs [2][]byte
	next [2]int64
}

type producer struct {
	topic   *topic
	batches [2][]rcpool.Ref[record]
	size    int
	acked   []string
}

func (p *producer) send(key, value string) {
	r := records.Get()
	r.Value().key = key
	r.Value().value = append(r.Value().value, value...)
	part := int(crc32.ChecksumIEEE([]byte(key)) % 2)
	p.batches[part] = append(p.batches[part], r)
	if len(p.batches[part]) == p.size {
		p.flush(part)
	}
}

func (p *producer) flush(part int) {
	batch := p.batches[part]
	if len(batch) == 0 {
		return
	}
	for _, r := range batch {
		v := r.Value()
		v.offset = p.topic.next[part]
		p.topic.next[part]++
		p.topic.logs[part] = append(p.topic.logs[part], v.value...)
		r.Release()
	}
	p.batches[part] = nil
	first, last := batch[0], batch[len(batch)-1]
	p.acked = append(p.acked, fmt.Sprintf("%d: %d to %d", part, first.Value().offset, last.Value().offset))
}

func (p *producer) close() {
	for part := range p.batches {
		p.flush(part)
	}
}

func main() {
	p := &producer{topic: new(topic), size: 4}
	for i := range 18 {
		p.send(fmt.Sprint("key", i%5), fmt.Sprintf("value %d;", i))
	}
	p.close()
	for _, ack := range p.acked {
		fmt.Println(ack)
	}
	fmt.Println(len(p.topic.logs[0]), len(p.topic.logs[1]))
}
