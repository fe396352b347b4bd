package grownslices

import (
	"fmt"
	"io"
	"strconv"
	"sync"
)

var texts = sync.Pool{New: func() any { b := make([]byte, 0, 128); return &b }}
var totals = sync.Pool{New: func() any { s := make([]int, 0, 8); return &s }}

// The text begins with that of an earlier call.
func describe(names []string) string {
	t := texts.Get().(*[]byte)
	for _, n := range names {
		*t = fmt.Appendf(*t, "%s;", n)
	}
	text := string(*t)
	texts.Put(t) // want "reset: "
	return text
}

// What is written begins with what was written before.
func writeNumber(w io.Writer, n int64) error {
	t := texts.Get().(*[]byte)
	defer texts.Put(t) // want "reset: "
	*t = strconv.AppendInt(*t, n, 10)
	*t = append(*t, '\n')
	_, err := w.Write(*t)
	return err
}

// The sum has the numbers of earlier calls.
func sumOfPositive(in []int) (sum int) {
	p := totals.Get().(*[]int)
	for _, v := range in {
		if v > 0 {
			*p = append(*p, v)
		}
	}
	for _, v := range *p {
		sum += v
	}
	totals.Put(p) // want "reset: "
	return sum
}

// The copy is too long.
func copied(in ...byte) []byte {
	t := texts.Get().(*[]byte)
	*t = append(*t, in...)
	out := append([]byte(nil), *t...)
	texts.Put(t) // want "reset: "
	return out
}

// What is passed to the writer has grown since the first call.
func writeAll(w io.Writer, lines ...string) error {
	t := texts.Get().(*[]byte)
	for _, l := range lines {
		*t = append(*t, l...)
	}
	if _, err := w.Write(*t); err != nil {
		return err
	}
	texts.Put(t) // want "reset: "
	return nil
}

// Each number is printed, with those of earlier calls.
func printed(in []int) {
	p := totals.Get().(*[]int)
	*p = append(*p, in...)
	fmt.Println(*p)
	totals.Put(p) // want "reset: "
}
