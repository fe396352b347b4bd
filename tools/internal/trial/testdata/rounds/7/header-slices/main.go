// truth: correct

// Command header-slices parses the headers of messages without copying them.
// Values are parts of the block that the message was read into.
package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

type header struct{ values map[string]stdpool.ByteRef }

// parse borrows block; the header has references of its own.
func parse(block *stdpool.ByteRef) (h header, err error) {
	h = header{values: map[string]stdpool.ByteRef{}}
	defer func() {
		if err != nil {
			h.close()
		}
	}()
	data := block.Value()
	for at := 0; at < len(data); {
		end := bytes.IndexByte(data[at:], '\n')
		if end < 0 {
			return h, io.ErrUnexpectedEOF
		}
		colon := bytes.IndexByte(data[at:at+end], ':')
		if colon < 0 {
			return h, fmt.Errorf("no colon in %q", data[at:at+end])
		}
		name := string(data[at : at+colon])
		if old, ok := h.values[name]; ok {
			old.Release()
		}
		h.values[name] = block.Slice(at+colon+1, at+end)
		at += end + 1
	}
	return h, nil
}

func (h header) close() {
	for name, value := range h.values {
		value.Release()
		delete(h.values, name)
	}
}

func read(r io.Reader) (header, error) {
	block := stdpool.Bytes(0)
	defer func() { block.Release() }()
	if _, err := block.ReadFrom(io.LimitReader(r, 1<<16)); err != nil {
		return header{}, err
	}
	return parse(&block)
}

func main() {
	for _, text := range []string{
		"Host:example.com\nAccept:text/html\nAccept:*/*\n",
		"Host:example.com\nbroken\n",
		"Host:cut off",
	} {
		h, err := read(strings.NewReader(text))
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		later := make(chan string)
		go func() {
			defer h.close()
			host := h.values["Host"]
			accept := h.values["Accept"]
			later <- string(host.Value()) + " " + string(accept.Value())
		}()
		fmt.Println(<-later)
	}
}
