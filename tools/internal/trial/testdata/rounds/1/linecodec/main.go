// truth: correct

// Command linecodec encodes values into pooled byte slices that may grow.
package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"strconv"
	"sync"
)

var scratch = sync.Pool{
	New: func() any {
		b := make([]byte, 0, 64)
		return &b
	},
}

const maxKept = 1 << 12

type Field struct {
	Key   string
	Value any
}

func appendField(b []byte, f Field) ([]byte, error) {
	b = append(b, f.Key...)
	b = append(b, '=')
	switch v := f.Value.(type) {
	case string:
		return strconv.AppendQuote(b, v), nil
	case int:
		return strconv.AppendInt(b, int64(v), 10), nil
	case []byte:
		return append(b, v...), nil
	}
	return b, fmt.Errorf("%s: cannot encode %T", f.Key, f.Value)
}

// Encode writes the fields as one line.
func Encode(w io.Writer, fields ...Field) (err error) {
	bp := scratch.Get().(*[]byte)
	b := (*bp)[:0]
	defer func() {
		if cap(b) <= maxKept {
			*bp = b[:0]
			scratch.Put(bp)
		}
	}()
	for i, f := range fields {
		if i > 0 {
			b = append(b, ' ')
		}
		if b, err = appendField(b, f); err != nil {
			return err
		}
	}
	b = append(b, '\n')
	_, err = w.Write(b)
	return err
}

// Line returns the line as a string of its own.
func Line(fields ...Field) (string, error) {
	var out bytes.Buffer
	if err := Encode(&out, fields...); err != nil {
		return "", err
	}
	return out.String(), nil
}

func main() {
	var lines []string
	for i := range 5 {
		line, err := Line(Field{"n", i}, Field{"s", "x y"}, Field{"b", []byte("raw")})
		if err != nil {
			log.Fatal(err)
		}
		lines = append(lines, line)
		if _, err := Line(Field{"f", 1.5}); err == nil {
			log.Fatal("no error")
		}
	}
	if _, err := Line(Field{"big", make([]byte, 2*maxKept)}); err != nil {
		log.Fatal(err)
	}
	for i, line := range lines {
		if line != fmt.Sprintf("n=%d s=\"x y\" b=raw\n", i) {
			log.Fatal(line)
		}
	}
	fmt.Print(lines[4])
}
