// truth: reset line 63 callee

// Command consumeropts serves fetch requests of consumers with pooled request objects.
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

type fetch struct {
	topic    string
	offset   int64
	maxBytes int
	fields   []string
	follower bool
}

func (f *fetch) clear() {
	f.topic = ""
	f.offset = 0
	f.maxBytes = 0
	f.fields = f.fields[:0]
	f.follower = false
}

var fetches = sync.Pool{New: func() any { return new(fetch) }}

func putFetch(f *fetch) {
	f.clear()
	fetches.Put(f)
}

var errSyntax = errors.New("want topic offset [key=value]...")

func parse(line string) (*fetch, error) {
	f := fetches.Get().(*fetch)
	f.fields = append(f.fields, strings.Fields(line)...)
	if len(f.fields) < 2 {
		putFetch(f)
		return nil, errSyntax
	}
	f.topic = f.fields[0]
	var err error
	if f.offset, err = strconv.ParseInt(f.fields[1], 10, 64); err != nil {
		putFetch(f)
		return nil, err
	}
	for _, kv := range f.fields[2:] {
		k, v, _ := strings.Cut(kv, "=")
		switch k {
		case "max":
			f.maxBytes, err = strconv.Atoi(v)
		case "follower":
			f.follower = v == "true"
		default:
			err = fmt.Errorf("unknown option %q", k)
		}
		if err != nil {
			fetches.Put(f)
			return nil, err
		}
	}
	return f, nil
}

func serve(line string) string {
	f, err := parse(line)
	if err != nil {
		return "error: " + err.Error()
	}
	defer putFetch(f)
	return fmt.Sprintf("%s@%d max=%d follower=%t fields=%d", f.topic, f.offset, f.maxBytes, f.follower, len(f.fields))
}

func main() {
	for _, line := range []string{
		"orders 10 max=100",
		"orders",
		"orders 12 follower=true max=x",
		"payments 7",
		"payments x",
	} {
		fmt.Println(serve(line))
	}
}
