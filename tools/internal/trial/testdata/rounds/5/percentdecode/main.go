// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

var scratch = sync.Pool{New: func() any {
	b := make([]byte, 0, 32)
	return &b
}}

var errEscape = errors.New("bad escape")

func unhex(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// decode returns a string of its own, so the scratch space can go back.
func decode(s string) (string, error) {
	if !strings.Contains(s, "%") {
		return s, nil
	}
	p := scratch.Get().(*[]byte)
	b := (*p)[:0]
	defer func() {
		*p = b[:0]
		scratch.Put(p)
	}()
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b = append(b, s[i])
			continue
		}
		if i+2 >= len(s) {
			return "", errEscape
		}
		hi, ok1 := unhex(s[i+1])
		lo, ok2 := unhex(s[i+2])
		if !ok1 || !ok2 {
			return "", errEscape
		}
		b = append(b, hi<<4|lo)
		i += 2
	}
	return string(b), nil
}

func main() {
	inputs := []string{"plain", "a%20b", "%41%42%43", "bad%4", "bad%zz", strings.Repeat("%78", 50)}
	var wg sync.WaitGroup
	results := make([]string, len(inputs))
	for i, in := range inputs {
		wg.Go(func() {
			out, err := decode(in)
			results[i] = fmt.Sprintf("%q %v", out, err)
		})
	}
	wg.Wait()
	fmt.Println(strings.Join(results, "\n"))
}
