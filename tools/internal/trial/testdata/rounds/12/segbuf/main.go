// truth: unflushed line 44 plain

package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sort"
	"sync"
)

var writerPool = sync.Pool{New: func() any { return bufio.NewWriterSize(io.Discard, 64) }}

var errEmptyTerm = errors.New("empty term")

type segmentFile struct {
	bytes.Buffer
	synced bool
}

func (f *segmentFile) Sync() error {
	f.synced = true
	return nil
}

func writeSegment(f *segmentFile, terms map[string][]uint32) error {
	keys := make([]string, 0, len(terms))
	for k := range terms {
		if k == "" {
			return errEmptyTerm
		}
		keys = append(keys, k)
	}
	sort.Strings(keys)

	bw := writerPool.Get().(*bufio.Writer)
	bw.Reset(f)
	defer func() {
		bw.Reset(io.Discard)
		writerPool.Put(bw)
	}()

	var scratch [binary.MaxVarintLen32]byte
	for _, k := range keys {
		n := binary.PutUvarint(scratch[:], uint64(len(k)))
		if _, err := bw.Write(scratch[:n]); err != nil {
			return err
		}
		if _, err := bw.WriteString(k); err != nil {
			return err
		}
		last := uint32(0)
		for _, id := range terms[k] {
			n := binary.PutUvarint(scratch[:], uint64(id-last))
			if _, err := bw.Write(scratch[:n]); err != nil {
				return err
			}
			last = id
		}
		if err := bw.WriteByte(0); err != nil {
			return err
		}
	}
	return f.Sync()
}

func main() {
	f := &segmentFile{}
	terms := map[string][]uint32{}
	for i := range 20 {
		terms[fmt.Sprintf("term%02d", i)] = []uint32{1, 5, uint32(100 + i)}
	}
	err := writeSegment(f, terms)
	fmt.Println(f.Len(), f.synced, err, writeSegment(f, map[string][]uint32{"": nil}))
}
