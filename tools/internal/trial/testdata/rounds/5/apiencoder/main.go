// truth: correct
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"
)

type encoder struct {
	buf bytes.Buffer
	enc *json.Encoder
}

var encoders = sync.Pool{New: func() any {
	e := new(encoder)
	e.enc = json.NewEncoder(&e.buf)
	e.enc.SetEscapeHTML(false)
	return e
}}

func acquire() *encoder { return encoders.Get().(*encoder) }

func release(e *encoder) {
	if e.buf.Cap() > 64<<10 {
		return
	}
	e.buf.Reset()
	encoders.Put(e)
}

// Marshal returns bytes that belong to the caller.
func Marshal(v any) ([]byte, error) {
	e := acquire()
	defer release(e)
	if err := e.enc.Encode(v); err != nil {
		return nil, fmt.Errorf("%T: %w", v, err)
	}
	return bytes.Clone(bytes.TrimSuffix(e.buf.Bytes(), []byte("\n"))), nil
}

// Size encodes v only to measure it.
func Size(v any) int {
	e := acquire()
	defer release(e)
	if e.enc.Encode(v) != nil {
		return -1
	}
	return e.buf.Len() - 1
}

func main() {
	type user struct {
		Name string `json:"name"`
		Age  int    `json:"age"`
	}
	var results [][]byte
	for i := range 3 {
		b, err := Marshal(user{fmt.Sprint("<u", i, ">"), 20 + i})
		if err != nil {
			panic(err)
		}
		results = append(results, b)
	}
	_, err := Marshal(make(chan int))
	fmt.Println(err, Size(user{}), Size(func() {}), Size(make([]int, 50000)))
	fmt.Printf("%s\n", bytes.Join(results, []byte("\n")))
}
