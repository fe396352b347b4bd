// truth: correct

package main

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
)

// A RESP-like codec.

type encoder struct {
	buf   []byte
	stack []int
}

const maxKept = 4 << 10

var encoders = sync.Pool{New: func() any { return &encoder{buf: make([]byte, 0, 512)} }}

func getEncoder() *encoder {
	return encoders.Get().(*encoder)
}

func putEncoder(e *encoder) {
	if cap(e.buf) > maxKept {
		return
	}
	e.buf = e.buf[:0]
	e.stack = e.stack[:0]
	encoders.Put(e)
}

var errNested = errors.New("array is not complete")

func (e *encoder) array(n int) {
	e.buf = append(e.buf, '*')
	e.buf = strconv.AppendInt(e.buf, int64(n), 10)
	e.buf = append(e.buf, '\r', '\n')
	e.stack = append(e.stack, n)
}

func (e *encoder) bulk(s string) {
	e.buf = append(e.buf, '$')
	e.buf = strconv.AppendInt(e.buf, int64(len(s)), 10)
	e.buf = append(e.buf, "\r\n"...)
	e.buf = append(e.buf, s...)
	e.buf = append(e.buf, "\r\n"...)
	for len(e.stack) > 0 {
		top := len(e.stack) - 1
		e.stack[top]--
		if e.stack[top] > 0 {
			return
		}
		e.stack = e.stack[:top]
	}
}

func (e *encoder) finish() (string, error) {
	if len(e.stack) != 0 {
		return "", errNested
	}
	return string(e.buf), nil
}

func command(declared int, args ...string) (string, error) {
	e := getEncoder()
	defer putEncoder(e)
	e.array(declared)
	for _, a := range args {
		e.bulk(a)
	}
	return e.finish()
}

func nested(pairs map[string]string, order []string) (string, error) {
	outer := getEncoder()
	defer putEncoder(outer)
	outer.array(len(order))
	for _, k := range order {
		inner, err := command(2, k, pairs[k])
		if err != nil {
			return "", fmt.Errorf("%s: %w", k, err)
		}
		outer.bulk(inner)
	}
	return outer.finish()
}

func main() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	total, failed := 0, 0
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s, err := command(3, "SET", "k"+strconv.Itoa(i), "v")
			if i%4 == 0 {
				s, err = command(4, "SET", "k")
			}
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				failed++
				return
			}
			total += len(s)
		}()
	}
	wg.Wait()
	s, err := nested(map[string]string{"a": "1", "b": "2"}, []string{"a", "b"})
	fmt.Println(total, failed, len(s), err)
}
