// truth: double-release line 98,103 plain

// Command kproducer is the producing half of a message queue client: records
// are serialized by the caller, and appended to partitions by one goroutine.
package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Record struct {
	partition int
	payload   []byte
	ack       chan error
}

func (r *Record) Reset() {
	r.partition = 0
	r.payload = r.payload[:0]
	r.ack = nil
}

type Producer struct {
	records    rcpool.Pool[Record]
	partitions int
	queue      chan rcpool.Ref[Record]
	wg         sync.WaitGroup
	appended   []int
}

func NewProducer(partitions, depth int) *Producer {
	p := &Producer{partitions: partitions, queue: make(chan rcpool.Ref[Record], depth), appended: make([]int, partitions)}
	p.records.Name = "producer.records"
	p.records.Keep = func(r *Record) bool { return cap(r.payload) < 1<<20 }
	p.wg.Go(p.appendLoop)
	return p
}

func (p *Producer) appendLoop() {
	for ref := range p.queue {
		r := ref.Value()
		p.appended[r.partition] += len(r.payload)
		if r.ack != nil {
			r.ack <- nil
		}
		ref.Release()
	}
}

var (
	errBufferFull = errors.New("producer: the buffer is full")
	errTooLarge   = errors.New("producer: the record is too large")
)

func (p *Producer) serialize(r *Record, key, value []byte) error {
	if len(value) > 1<<16 {
		return errTooLarge
	}
	h := fnv.New32a()
	h.Write(key)
	r.partition = int(h.Sum32()) % p.partitions
	r.payload = binary.AppendUvarint(r.payload, uint64(len(key)))
	r.payload = append(r.payload, key...)
	r.payload = binary.AppendUvarint(r.payload, uint64(len(value)))
	r.payload = append(r.payload, value...)
	return nil
}

// Produce appends a record and waits until it is written.
func (p *Producer) Produce(ctx context.Context, key, value []byte) error {
	ref := p.records.Get()
	if err := p.serialize(ref.Value(), key, value); err != nil {
		ref.Release()
		return err
	}
	ack := make(chan error, 1)
	ref.Value().ack = ack
	select {
	case p.queue <- ref:
	case <-ctx.Done():
		ref.Release()
		return ctx.Err()
	}
	return <-ack
}

// TryProduce appends a record if there is room for it.
func (p *Producer) TryProduce(key, value []byte) error {
	ref := p.records.Get()
	defer ref.Release()
	if err := p.serialize(ref.Value(), key, value); err != nil {
		return err
	}
	select {
	case p.queue <- ref:
		return nil
	default:
		return errBufferFull
	}
}

func (p *Producer) Close() {
	close(p.queue)
	p.wg.Wait()
}

func main() {
	p := NewProducer(4, 2)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	for i := range 6 {
		if err := p.Produce(ctx, fmt.Append(nil, "key-", i), []byte("value")); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(p.Produce(ctx, nil, make([]byte, 1<<17)))
	fmt.Println(p.TryProduce([]byte("k"), []byte("v")))
	p.Close()
	fmt.Println(p.appended)
}
