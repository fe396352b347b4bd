// truth: correct
package main

import (
	"encoding/binary"
	"fmt"
	"sync"
)

type dictEncoder struct {
	codes map[string]uint32
	words []string
	out   []byte
	err   error
}

var encoders = sync.Pool{New: func() any {
	return &dictEncoder{codes: make(map[string]uint32, 64)}
}}

const maxWords = 100

func getEncoder() *dictEncoder {
	e := encoders.Get().(*dictEncoder)
	e.err = nil
	e.out = e.out[:0]
	return e
}

// free gives the encoder back, unless its dictionary has grown too large.
func (e *dictEncoder) free() {
	if len(e.codes) > maxWords/2 {
		return
	}
	clear(e.codes)
	clear(e.words)
	e.words = e.words[:0]
	encoders.Put(e)
}

func (e *dictEncoder) add(word string) {
	if e.err != nil {
		return
	}
	code, ok := e.codes[word]
	if !ok {
		if len(e.words) == maxWords {
			e.err = fmt.Errorf("more than %d words", maxWords)
			return
		}
		code = uint32(len(e.words))
		e.codes[word] = code
		e.words = append(e.words, word)
	}
	e.out = binary.AppendUvarint(e.out, uint64(code))
}

type column struct {
	dict []string
	data []byte
}

// finish returns copies: the encoder is used again.
func (e *dictEncoder) finish() (column, error) {
	if e.err != nil {
		return column{}, e.err
	}
	return column{dict: append([]string(nil), e.words...), data: append([]byte(nil), e.out...)}, nil
}

func encode(words []string) (column, error) {
	e := getEncoder()
	defer e.free()
	for _, w := range words {
		e.add(w)
	}
	return e.finish()
}

func (c column) decode() (out []string) {
	for data := c.data; len(data) > 0; {
		code, n := binary.Uvarint(data)
		out = append(out, c.dict[code])
		data = data[n:]
	}
	return out
}

func main() {
	var many []string
	for i := range 120 {
		many = append(many, fmt.Sprint("w", i))
	}
	var cols []column
	for _, words := range [][]string{{"de", "fr", "de", "de"}, many, {"GET", "PUT", "GET"}, many[:60]} {
		c, err := encode(words)
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		cols = append(cols, c)
	}
	for _, c := range cols {
		fmt.Println(len(c.dict), len(c.decode()))
	}
}
