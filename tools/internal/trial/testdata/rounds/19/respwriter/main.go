// truth: unflushed line 40,57 plain
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

var outs = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 1024) }}

type store struct {
	mu   sync.RWMutex
	vals map[string]string
}

func (s *store) get(key string) (string, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v, ok := s.vals[key]
	return v, ok
}

func (s *store) set(key, val string) {
	s.mu.Lock()
	s.vals[key] = val
	s.mu.Unlock()
}

// mget answers with an array of the values.
func (s *store) mget(conn io.Writer, keys []string) error {
	out := outs.Get().(*bufio.Writer)
	out.Reset(conn)
	defer func() {
		out.Reset(nil)
		outs.Put(out)
	}()
	out.WriteByte('*')
	out.WriteString(strconv.Itoa(len(keys)))
	out.WriteString("\r\n")
	for _, k := range keys {
		v, ok := s.get(k)
		if !ok {
			if _, err := out.WriteString("$-1\r\n"); err != nil {
				return err
			}
			continue
		}
		if _, err := fmt.Fprintf(out, "$%d\r\n%s\r\n", len(v), v); err != nil {
			return err
		}
	}
	return nil
}

func (s *store) command(conn io.Writer, line string) error {
	args := strings.Fields(line)
	if len(args) == 0 {
		return nil
	}
	switch strings.ToUpper(args[0]) {
	case "MGET":
		return s.mget(conn, args[1:])
	case "SET":
		if len(args) == 3 {
			s.set(args[1], args[2])
			_, err := io.WriteString(conn, "+OK\r\n")
			return err
		}
	}
	_, err := io.WriteString(conn, "-ERR "+args[0]+"\r\n")
	return err
}

func main() {
	s := &store{vals: map[string]string{}}
	var conn bytes.Buffer
	for _, line := range []string{"SET a 1", "SET b two", "MGET a b c", "FOO", ""} {
		if err := s.command(&conn, line); err != nil {
			panic(err)
		}
	}
	fmt.Printf("%q\n", conn.String())
}
