// truth: correct

// Postings of a search index are byte blocks that segments share.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/rcpool/rcpool/stdpool"
)

type segment struct {
	id       int
	postings map[string]stdpool.ByteRef
}

func build(id int, docs map[string][]uint64) *segment {
	s := &segment{id: id, postings: make(map[string]stdpool.ByteRef, len(docs))}
	for term, ids := range docs {
		list := stdpool.Bytes(0)
		for _, d := range ids {
			list.Append(binary.AppendUvarint(nil, d)...)
		}
		s.postings[term] = list
	}
	return s
}

func (s *segment) close() {
	for term, list := range s.postings {
		list.Release()
		delete(s.postings, term)
	}
}

func decode(p []byte) (ids []uint64, err error) {
	for len(p) > 0 {
		d, n := binary.Uvarint(p)
		if n <= 0 {
			return nil, errors.New("bad posting")
		}
		ids, p = append(ids, d), p[n:]
	}
	return ids, nil
}

// merge makes one segment of two. Lists of only one of them are shared, not copied.
func merge(id int, a, b *segment) (_ *segment, err error) {
	out := &segment{id: id, postings: map[string]stdpool.ByteRef{}}
	defer func() {
		if err != nil {
			out.close()
		}
	}()
	for _, term := range slices.Sorted(maps.Keys(a.postings)) {
		left := a.postings[term]
		right, both := b.postings[term]
		if !both {
			out.postings[term] = left.Retain()
			continue
		}
		if _, err := decode(right.Value()); err != nil {
			return nil, fmt.Errorf("segment %d, %s: %w", b.id, term, err)
		}
		joined := stdpool.Bytes(0)
		joined.Grow(left.Len() + right.Len())
		joined.Append(left.Value()...)
		joined.Append(right.Value()...)
		out.postings[term] = joined
	}
	for term, list := range b.postings {
		if _, done := out.postings[term]; !done {
			out.postings[term] = list.Retain()
		}
	}
	return out, nil
}

func main() {
	a := build(1, map[string][]uint64{"go": {1, 2}, "pool": {2}, "arc": {900}})
	b := build(2, map[string][]uint64{"go": {7}, "zip": {8, 9}})
	m, err := merge(3, a, b)
	a.close()
	b.close()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, term := range slices.Sorted(maps.Keys(m.postings)) {
		ids, err := decode(m.postings[term].Value())
		fmt.Println(term, ids, err)
	}
	broken := &segment{id: 4, postings: map[string]stdpool.ByteRef{}}
	bad := stdpool.Bytes(0)
	bad.Append(0xff)
	broken.postings["go"] = bad
	if _, err := merge(5, m, broken); err != nil {
		fmt.Println(err)
	}
	broken.close()
	m.close()
}
