// truth: wrong-pool line 73,97 hard

// Command shardbufs writes segments of a log through buffers whose size
// depends on the shard.
package main

import (
	"errors"
	"fmt"
	"hash/fnv"
	"sync"
)

type segment struct {
	shard string
	buf   []byte
}

type class struct {
	size int
	pool sync.Pool
}

func newClass(size int) *class {
	c := &class{size: size}
	c.pool.New = func() any { return &segment{buf: make([]byte, 0, size)} }
	return c
}

type shard struct {
	name    string
	class   *class
	open    *segment
	flushed int
}

type wal struct {
	classes map[string]*class
	shards  map[string]*shard
	sink    func(shard string, data []byte) error
}

var errNoClass = errors.New("no such size class")

func (w *wal) shard(name, size string) (*shard, error) {
	if s, ok := w.shards[name]; ok {
		return s, nil
	}
	c, ok := w.classes[size]
	if !ok {
		return nil, errNoClass
	}
	s := &shard{name: name, class: c}
	w.shards[name] = s
	return s, nil
}

func (w *wal) put(c *class, seg *segment) {
	seg.shard = ""
	seg.buf = seg.buf[:0]
	c.pool.Put(seg)
}

// flush writes the open segment of a shard.
func (w *wal) flush(s *shard) error {
	seg := s.open
	if seg == nil {
		return nil
	}
	s.open = nil
	err := w.sink(seg.shard, seg.buf)
	s.flushed++
	w.put(s.class, seg)
	return err
}

func (w *wal) append(s *shard, entry string) error {
	if s.open != nil && len(s.open.buf)+len(entry) > s.class.size {
		if err := w.flush(s); err != nil {
			return err
		}
	}
	if s.open == nil {
		s.open = s.class.pool.Get().(*segment)
		s.open.shard = s.name
	}
	s.open.buf = append(s.open.buf, entry...)
	return nil
}

// resize changes the class of a shard that has become busy or quiet.
func (w *wal) resize(s *shard, size string) error {
	c, ok := w.classes[size]
	if !ok {
		return errNoClass
	}
	s.class = c
	return nil
}

func (w *wal) close() (err error) {
	for _, s := range w.shards {
		err = errors.Join(err, w.flush(s))
	}
	return err
}

func main() {
	sums := make(map[string]uint32)
	w := &wal{
		classes: map[string]*class{"small": newClass(32), "large": newClass(256)},
		shards:  make(map[string]*shard),
		sink: func(shard string, data []byte) error {
			h := fnv.New32a()
			h.Write(data)
			sums[shard] ^= h.Sum32()
			return nil
		},
	}
	for i := range 30 {
		s, err := w.shard(fmt.Sprintf("s%d", i%3), "small")
		if err != nil {
			panic(err)
		}
		if i == 20 {
			fmt.Println(w.resize(s, "large"), w.resize(s, "huge"))
		}
		if err := w.append(s, fmt.Sprintf("entry %02d;", i)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(w.close(), len(sums), w.shards["s0"].flushed > w.shards["s2"].flushed)
}
