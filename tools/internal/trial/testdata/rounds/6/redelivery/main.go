// truth: double-release line 63,72 hard
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Delivery struct {
	Tag   uint64
	Body  []byte
	Tries int
}

func (d *Delivery) Reset() { *d = Delivery{Body: d.Body[:0]} }

type Broker struct {
	pool    rcpool.Pool[Delivery]
	unacked map[uint64]rcpool.Ref[Delivery]
	ready   []rcpool.Ref[Delivery]
	next    uint64
}

func (b *Broker) Publish(body string) {
	d := b.pool.Get()
	b.next++
	v := d.Value()
	v.Tag = b.next
	v.Body = append(v.Body, body...)
	b.ready = append(b.ready, d)
}

// Consume lends the next delivery until Ack or Nack.
func (b *Broker) Consume() (*Delivery, bool) {
	if len(b.ready) == 0 {
		return nil, false
	}
	d := b.ready[0]
	b.ready = b.ready[1:]
	v := d.Value()
	v.Tries++
	b.unacked[v.Tag] = d
	return v, true
}

func (b *Broker) Ack(tag uint64) error {
	d, ok := b.unacked[tag]
	if !ok {
		return fmt.Errorf("unknown tag %d", tag)
	}
	delete(b.unacked, tag)
	d.Release()
	return nil
}

func (b *Broker) Nack(tag uint64) error {
	d, ok := b.unacked[tag]
	if !ok {
		return fmt.Errorf("unknown tag %d", tag)
	}
	b.ready = append(b.ready, d)
	return nil
}

func (b *Broker) Close() {
	for _, d := range b.ready {
		d.Release()
	}
	for _, d := range b.unacked {
		d.Release()
	}
	b.ready, b.unacked = nil, nil
}

func shutdown(b *Broker) (err error) {
	defer func() {
		if p, ok := recover().(error); ok {
			err = p
		}
	}()
	b.Close()
	return nil
}

func main() {
	b := &Broker{unacked: map[uint64]rcpool.Ref[Delivery]{}}
	for _, body := range []string{"a", "b", "c"} {
		b.Publish(body)
	}
	first, _ := b.Consume()
	fmt.Println(string(first.Body))
	fmt.Println(b.Ack(first.Tag), b.Ack(77))
	second, _ := b.Consume()
	fmt.Println(string(second.Body))
	fmt.Println(b.Nack(second.Tag))
	fmt.Println(errors.Is(shutdown(b), rcpool.DoubleRelease))
}
