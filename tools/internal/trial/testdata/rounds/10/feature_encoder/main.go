// truth: escape line 49 callee
package main

import (
	"encoding/binary"
	"fmt"
	"log"
	"math"
	"sync"
)

type encoder struct {
	scratch []byte
}

var encoders = sync.Pool{New: func() any { return &encoder{scratch: make([]byte, 0, 256)} }}

// floats appends xs to what was encoded so far and returns all of it.
func (e *encoder) floats(xs ...float32) []byte {
	for _, x := range xs {
		e.scratch = binary.LittleEndian.AppendUint32(e.scratch, math.Float32bits(x))
	}
	return e.scratch
}

func (e *encoder) reset() { e.scratch = e.scratch[:0] }

type features interface {
	vector() []float32
}

type click struct{ item, dwell float32 }

func (c click) vector() []float32 { return []float32{c.item, c.dwell} }

type purchase struct{ item, price, count float32 }

func (p purchase) vector() []float32 { return []float32{p.item, p.price, p.count} }

// encode returns the request to the model server.
func encode(user float32, history []features) []byte {
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	e.reset()
	body := e.floats(user)
	for _, f := range history {
		body = e.floats(f.vector()...)
	}
	return body
}

func firstOf(body []byte) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(body))
}

func main() {
	var requests [][]byte
	for u := range 20 {
		requests = append(requests, encode(float32(u), []features{click{1, 2}, purchase{3, 9.99, 1}}))
	}
	for u, body := range requests {
		if got := firstOf(body); got != float32(u) {
			log.Fatalf("request of user %d is for user %v", u, got)
		}
	}
	fmt.Println(len(requests))
}
