// truth: double-release line 48 hard
package main

import (
	"fmt"

	"github.com/valyala/bytebufferpool"
)

// batch renders one mail for each customer, and a digest for the operator.
type batch struct {
	mails  map[string]*bytebufferpool.ByteBuffer
	digest *bytebufferpool.ByteBuffer
}

func newBatch() *batch {
	return &batch{mails: map[string]*bytebufferpool.ByteBuffer{}}
}

func (b *batch) add(customer, text string) {
	buf := b.mails[customer]
	if buf == nil {
		buf = bytebufferpool.Get()
		b.mails[customer] = buf
	}
	fmt.Fprintf(buf, "Dear %s, %s\n", customer, text)
	if b.digest == nil || buf.Len() > b.digest.Len() {
		b.digest = buf
	}
}

func (b *batch) send(out map[string]string) (longest int) {
	for customer, buf := range b.mails {
		out[customer] = buf.String()
	}
	if b.digest != nil {
		longest = b.digest.Len()
	}
	return longest
}

func (b *batch) close() {
	for customer, buf := range b.mails {
		delete(b.mails, customer)
		bytebufferpool.Put(buf)
	}
	if b.digest != nil {
		bytebufferpool.Put(b.digest)
		b.digest = nil
	}
}

func main() {
	shared := 0
	for range 50 {
		b := newBatch()
		b.add("ann", "we miss you")
		b.add("bob", "your basket is waiting for you")
		out := map[string]string{}
		n := b.send(out)
		b.close()
		x, y := bytebufferpool.Get(), bytebufferpool.Get()
		if x == y || n != len(out["bob"]) {
			shared++
		}
		bytebufferpool.Put(x)
		if x != y {
			bytebufferpool.Put(y)
		}
	}
	newBatch().close()
	fmt.Println("one buffer for two:", shared > 0)
}
