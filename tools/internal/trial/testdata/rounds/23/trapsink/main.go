// truth: escape line 98 hard
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

// A trap is a notification of a device.
type trap struct {
	oid      string
	severity int
	text     string
	raw      []byte
}

type sink struct {
	in    chan trap
	done  sync.WaitGroup
	mu    sync.Mutex
	bySev map[int][]string
	bytes int
}

func newSink(workers int) *sink {
	s := &sink{in: make(chan trap, 16), bySev: map[int][]string{}}
	for range workers {
		s.done.Go(s.work)
	}
	return s
}

func (s *sink) work() {
	for t := range s.in {
		line := fmt.Sprintf("%s %s", t.oid, strings.ToUpper(t.text))
		s.mu.Lock()
		s.bySev[t.severity] = append(s.bySev[t.severity], line)
		for _, c := range t.raw {
			s.bytes += int(c) & 1
		}
		s.mu.Unlock()
	}
}

func (s *sink) close() {
	close(s.in)
	s.done.Wait()
}

var errSyntax = errors.New("malformed trap")

// decode expands the escapes of a datagram.
func decode(b *bytebufferpool.ByteBuffer, datagram string) error {
	for i := 0; i < len(datagram); i++ {
		if datagram[i] != '%' {
			b.WriteByte(datagram[i])
			continue
		}
		if i+2 >= len(datagram) {
			return errSyntax
		}
		c, err := strconv.ParseUint(datagram[i+1:i+3], 16, 8)
		if err != nil {
			return errSyntax
		}
		b.WriteByte(byte(c))
		i += 2
	}
	return nil
}

func parse(raw []byte) (t trap, err error) {
	parts := strings.SplitN(string(raw), " ", 3)
	if len(parts) != 3 {
		return t, errSyntax
	}
	t.oid, t.text = parts[0], parts[2]
	t.severity, err = strconv.Atoi(parts[1])
	t.raw = raw
	return t, err
}

func (s *sink) receive(datagram string) error {
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	if err := decode(b, datagram); err != nil {
		return err
	}
	t, err := parse(b.B)
	if err != nil {
		return err
	}
	s.in <- t
	return nil
}

func main() {
	s := newSink(2)
	for i := range 20 {
		err := s.receive(fmt.Sprintf("1.3.6.%d %d link%%20%s", i, i%3, []string{"up", "down", "f%6"}[i%3]))
		if err != nil && i < 3 {
			fmt.Println(err)
		}
	}
	s.close()
	fmt.Println(len(s.bySev[0]), len(s.bySev[1]), len(s.bySev[2]), s.bytes > 0)
}
