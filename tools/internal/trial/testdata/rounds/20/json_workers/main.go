// truth: correct

// Workers encode audit records of payments; the jobs go back when their answer was read.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"
)

type job struct {
	in  map[string]any
	out bytes.Buffer
	enc *json.Encoder
	err error
	ok  chan struct{}
}

var jobs = sync.Pool{New: func() any {
	j := &job{in: map[string]any{}, ok: make(chan struct{}, 1)}
	j.enc = json.NewEncoder(&j.out)
	return j
}}

func (j *job) put() {
	clear(j.in)
	j.out.Reset()
	j.err = nil
	jobs.Put(j)
}

type encoder struct {
	queue chan *job
	wg    sync.WaitGroup
}

func newEncoder(n int) *encoder {
	e := &encoder{queue: make(chan *job)}
	for range n {
		e.wg.Go(func() {
			for j := range e.queue {
				j.err = j.enc.Encode(j.in)
				j.ok <- struct{}{}
			}
		})
	}
	return e
}

func (e *encoder) encode(fill func(map[string]any)) (string, error) {
	j := jobs.Get().(*job)
	defer j.put()
	fill(j.in)
	if len(j.in) == 0 {
		return "", errors.New("empty record")
	}
	e.queue <- j
	<-j.ok
	if j.err != nil {
		return "", fmt.Errorf("record: %w", j.err)
	}
	return j.out.String(), nil
}

// encodeAll joins the records; those that cannot be encoded are counted.
func (e *encoder) encodeAll(amounts []float64) (size, bad int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i, a := range amounts {
		wg.Go(func() {
			line, err := e.encode(func(m map[string]any) {
				if a == 0 {
					return
				}
				m["id"], m["amount"] = i, a
			})
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				bad++
				return
			}
			size += len(line)
		})
	}
	wg.Wait()
	return size, bad
}

func main() {
	e := newEncoder(2)
	for range 3 {
		fmt.Println(e.encodeAll([]float64{1, 2.5, math.Inf(1), 0, 7, 8.25, math.NaN()}))
	}
	close(e.queue)
	e.wg.Wait()
}
