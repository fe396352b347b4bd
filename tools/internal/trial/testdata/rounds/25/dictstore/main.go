// truth: correct

// Command dictstore keeps versioned dictionaries for encoded columns.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errUnknown = errors.New("unknown dictionary")

// store holds a reference to each dictionary in it.
type store struct {
	mu    sync.RWMutex
	dicts map[int64]arrow.Array
}

func newStore() *store { return &store{dicts: make(map[int64]arrow.Array)} }

func (s *store) put(id int64, dict arrow.Array) {
	dict.Retain()
	s.mu.Lock()
	defer s.mu.Unlock()
	if old, ok := s.dicts[id]; ok {
		old.Release()
	}
	s.dicts[id] = dict
}

// extend appends delta to the dictionary.
func (s *store) extend(alloc memory.Allocator, id int64, delta arrow.Array) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	old, ok := s.dicts[id]
	if !ok {
		return fmt.Errorf("extend %d: %w", id, errUnknown)
	}
	joined, err := array.Concatenate([]arrow.Array{old, delta}, alloc)
	if err != nil {
		return err
	}
	s.dicts[id] = joined
	old.Release()
	return nil
}

// acquire returns the dictionary with a reference for the caller.
func (s *store) acquire(id int64) (arrow.Array, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	dict, ok := s.dicts[id]
	if !ok {
		return nil, fmt.Errorf("acquire %d: %w", id, errUnknown)
	}
	dict.Retain()
	return dict, nil
}

func (s *store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, dict := range s.dicts {
		dict.Release()
		delete(s.dicts, id)
	}
}

func values(alloc memory.Allocator, words ...string) arrow.Array {
	b := array.NewStringBuilder(alloc)
	defer b.Release()
	b.AppendValues(words, nil)
	return b.NewArray()
}

// encode returns a column that refers to the dictionary.
func (s *store) encode(alloc memory.Allocator, id int64, codes []int8) (*array.Dictionary, error) {
	dict, err := s.acquire(id)
	if err != nil {
		return nil, err
	}
	defer dict.Release()
	for _, c := range codes {
		if int(c) >= dict.Len() {
			return nil, fmt.Errorf("code %d of %d", c, dict.Len())
		}
	}
	b := array.NewInt8Builder(alloc)
	defer b.Release()
	b.AppendValues(codes, nil)
	idx := b.NewArray()
	defer idx.Release()
	typ := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: dict.DataType()}
	return array.NewDictionaryArray(typ, idx, dict), nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	s := newStore()
	countries := values(alloc, "BR", "DE")
	s.put(1, countries)
	s.put(1, countries)
	countries.Release()

	more := values(alloc, "NL")
	fmt.Println(s.extend(alloc, 1, more), s.extend(alloc, 2, more))
	more.Release()

	col, err := s.encode(alloc, 1, []int8{2, 0, 1, 2})
	if err != nil {
		panic(err)
	}
	_, err = s.encode(alloc, 1, []int8{3})
	fmt.Println(err)
	s.Close()
	fmt.Println(col.Dictionary().(*array.String).Value(col.GetValueIndex(0)), col.Len())
	col.Release()
	if n := alloc.CurrentAlloc(); n != 0 {
		panic(fmt.Sprint(n, " bytes leaked"))
	}
}
