// truth: escape line 57 hard

// Command bytesindex answers prefix queries on the keys of immutable segments.
// Segments are read into shared blocks and indexed when they are loaded.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

var errCorrupt = errors.New("segment is corrupt")

type posting struct {
	key   []byte
	value uint32
}

// Index has the keys of all segments, by their first byte.
type Index struct {
	buckets map[byte][]posting
	keys    int
	bytes   int
}

func NewIndex() *Index { return &Index{buckets: make(map[byte][]posting)} }

// Load reads a segment: the number of keys, then each key with its length
// before it and its value after it.
func (ix *Index) Load(r io.Reader, size int) error {
	block := stdpool.Bytes(0)
	defer block.Release()
	block.Grow(size + 1)
	if _, err := block.ReadFrom(io.LimitReader(r, int64(size))); err != nil {
		return fmt.Errorf("load: %w", err)
	}
	data := block.Value()
	if len(data) < 2 {
		return errCorrupt
	}
	count := int(binary.BigEndian.Uint16(data))
	data = data[2:]
	for i := range count {
		if len(data) == 0 || data[0] == 0 || len(data) < 1+int(data[0])+4 {
			return fmt.Errorf("key %d: %w", i, errCorrupt)
		}
		n := int(data[0])
		key, rest := data[1:1+n], data[1+n:]
		p := posting{key, binary.BigEndian.Uint32(rest)}
		ix.buckets[key[0]] = append(ix.buckets[key[0]], p)
		ix.keys++
		data = rest[4:]
	}
	ix.bytes += block.Len()
	return nil
}

// Sort readies the index for queries.
func (ix *Index) Sort() {
	for _, list := range ix.buckets {
		sort.SliceStable(list, func(i, j int) bool { return bytes.Compare(list[i].key, list[j].key) < 0 })
	}
}

// Prefix returns the values of the keys with the given prefix.
func (ix *Index) Prefix(prefix string) (values []uint32) {
	if prefix == "" {
		return nil
	}
	list := ix.buckets[prefix[0]]
	i := sort.Search(len(list), func(i int) bool { return bytes.Compare(list[i].key, []byte(prefix)) >= 0 })
	for ; i < len(list) && bytes.HasPrefix(list[i].key, []byte(prefix)); i++ {
		values = append(values, list[i].value)
	}
	return values
}

func segment(words string, base uint32) []byte {
	list := strings.Fields(words)
	b := binary.BigEndian.AppendUint16(nil, uint16(len(list)))
	for i, w := range list {
		b = append(append(b, byte(len(w))), w...)
		b = binary.BigEndian.AppendUint32(b, base+uint32(i))
	}
	return b
}

func main() {
	ix := NewIndex()
	for i, words := range []string{"apple apricot banana", "avocado blueberry apex cherry", "date"} {
		s := segment(words, uint32(100*i))
		if i == 2 {
			s = s[:len(s)-2]
		}
		if err := ix.Load(bytes.NewReader(s), len(s)); err != nil {
			fmt.Println(i, err)
		}
	}
	ix.Sort()
	for _, prefix := range []string{"ap", "b", "cherry", "z", ""} {
		fmt.Println(prefix, len(ix.Prefix(prefix)))
	}
	fmt.Println(ix.keys, ix.bytes)
}
