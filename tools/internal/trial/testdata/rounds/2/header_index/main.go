// truth: escape line 36,38 hard
package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/valyala/bytebufferpool"
)

// index reads a block of headers and returns the values by name.
func index(r io.Reader) (map[string][]byte, error) {
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	if _, err := b.ReadFrom(r); err != nil {
		return nil, err
	}
	values := make(map[string][]byte)
	rest := b.B
	for len(rest) > 0 {
		line := rest
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			line, rest = rest[:i], rest[i+1:]
		} else {
			rest = nil
		}
		if len(line) == 0 {
			break
		}
		name, value, ok := bytes.Cut(line, []byte(": "))
		if !ok {
			return nil, fmt.Errorf("malformed header %q", line)
		}
		values[strings.ToLower(string(name))] = value
	}
	return values, nil
}

func main() {
	first, err := index(strings.NewReader("Host: example.com\nAccept: text/html\n\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = index(strings.NewReader("broken"))
	fmt.Println(err)
	second, err := index(strings.NewReader("Host: other.example\nX-Request-Id: 77\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s %s %s\n", first["host"], first["accept"], second["host"])
}
