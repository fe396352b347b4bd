// truth: escape line 51 plain

package main

import (
	"errors"
	"fmt"
	"hash/crc32"
	"sync"

	"github.com/valyala/bytebufferpool"
)

var errQuota = errors.New("452 mailbox full")

type headers map[string]string

type spool struct {
	mu    sync.Mutex
	items map[uint32][]byte
	used  int
	quota int
}

func (s *spool) add(h headers, order []string, body string) (uint32, error) {
	buf := bytebufferpool.Get()
	defer bytebufferpool.Put(buf)
	for _, name := range order {
		v, ok := h[name]
		if !ok {
			continue
		}
		buf.WriteString(name)
		buf.WriteString(": ")
		buf.WriteString(v)
		buf.WriteString("\r\n")
	}
	buf.WriteString("\r\n")
	buf.WriteString(body)

	s.mu.Lock()
	defer s.mu.Unlock()
	if s.used+buf.Len() > s.quota {
		return 0, errQuota
	}
	id := crc32.ChecksumIEEE(buf.B)
	if _, dup := s.items[id]; dup {
		return id, nil
	}
	s.used += buf.Len()
	s.items[id] = buf.B
	return id, nil
}

func (s *spool) take(id uint32) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	data, ok := s.items[id]
	if ok {
		delete(s.items, id)
		s.used -= len(data)
	}
	return data, ok
}

func main() {
	s := &spool{items: map[uint32][]byte{}, quota: 400}
	order := []string{"From", "To", "Subject"}
	var ids []uint32
	for i := range 6 {
		h := headers{"From": "a@x", "To": fmt.Sprintf("u%d@y", i)}
		if i%2 == 0 {
			h["Subject"] = "hello"
		}
		id, err := s.add(h, order, fmt.Sprint("body of message ", i))
		if err != nil {
			fmt.Println(err)
			continue
		}
		ids = append(ids, id)
	}
	broken := 0
	for _, id := range ids {
		data, ok := s.take(id)
		if !ok {
			continue
		}
		if crc32.ChecksumIEEE(data) != id {
			broken++
		}
	}
	fmt.Println(len(ids), broken, s.used)
}
