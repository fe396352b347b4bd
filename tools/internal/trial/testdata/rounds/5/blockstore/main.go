// truth: wrong-pool line 52 plain
package main

import (
	"errors"
	"fmt"
	"hash/crc32"
	"sync"
)

type block struct {
	data []byte
	n    int
}

var (
	pages   = sync.Pool{New: func() any { return &block{data: make([]byte, 4096)} }}
	headers = sync.Pool{New: func() any { return &block{data: make([]byte, 16)} }}
)

type store struct {
	disk map[int][]byte
	bad  int
}

func (s *store) read(id int, into *block) error {
	src, ok := s.disk[id]
	if !ok {
		return fmt.Errorf("block %d: not found", id)
	}
	if len(src) > len(into.data) {
		return fmt.Errorf("block %d: %d bytes into %d", id, len(src), len(into.data))
	}
	into.n = copy(into.data, src)
	return nil
}

func (s *store) verify(id int, want uint32) error {
	head := headers.Get().(*block)
	defer headers.Put(head)
	if err := s.read(-id, head); err != nil {
		return err
	}
	page := pages.Get().(*block)
	if err := s.read(id, page); err != nil {
		pages.Put(page)
		return err
	}
	sum := crc32.ChecksumIEEE(page.data[:page.n])
	if sum != want {
		s.bad++
		headers.Put(page)
		return errors.New("checksum of " + string(head.data[:head.n]))
	}
	pages.Put(page)
	return nil
}

func main() {
	s := &store{disk: map[int][]byte{}}
	for id := 1; id <= 3; id++ {
		s.disk[id] = make([]byte, 1000*id)
		s.disk[-id] = fmt.Append(nil, "block ", id)
	}
	fmt.Println(s.verify(1, crc32.ChecksumIEEE(s.disk[1])))
	fmt.Println(s.verify(2, 1))
	fmt.Println(s.verify(9, 1))
	sizes := map[int]int{}
	for range 4 {
		h := headers.Get().(*block)
		sizes[len(h.data)]++
	}
	fmt.Println(s.bad, sizes)
	if sizes[4096] > 0 {
		panic("a page among the headers")
	}
}
