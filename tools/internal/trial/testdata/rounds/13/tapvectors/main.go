// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// A tap records latencies, and publishes them as vectors.
type tap struct {
	mem     memory.Allocator
	mu      sync.Mutex
	builder *array.Int64Builder
	subs    []func(*array.Int64)
}

func newTap(mem memory.Allocator) *tap {
	return &tap{mem: mem, builder: array.NewInt64Builder(mem)}
}

func (t *tap) subscribe(f func(*array.Int64)) { t.subs = append(t.subs, f) }

func (t *tap) observe(v int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.builder.Append(v)
}

func (t *tap) publish() int {
	t.mu.Lock()
	vec := t.builder.NewInt64Array()
	t.mu.Unlock()
	defer vec.Release()
	for _, f := range t.subs {
		f(vec)
	}
	return vec.Len()
}

func (t *tap) close() { t.builder.Release() }

// A window keeps the last vectors.
type window struct {
	vecs []arrow.Array
	size int
}

func (w *window) add(v *array.Int64) {
	if v.Len() == 0 {
		return
	}
	v.Retain()
	w.vecs = append(w.vecs, v)
	if len(w.vecs) > w.size {
		w.vecs[0].Release()
		w.vecs = append(w.vecs[:0], w.vecs[1:]...)
	}
}

func (w *window) max(mem memory.Allocator) (int64, error) {
	if len(w.vecs) == 0 {
		return 0, nil
	}
	all, err := array.Concatenate(w.vecs, mem)
	if err != nil {
		return 0, err
	}
	defer all.Release()
	m := int64(0)
	for _, v := range all.(*array.Int64).Int64Values() {
		m = max(m, v)
	}
	return m, nil
}

func (w *window) close() {
	for _, v := range w.vecs {
		v.Release()
	}
	w.vecs = nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	t := newTap(mem)
	w := &window{size: 2}
	var count int
	t.subscribe(w.add)
	t.subscribe(func(v *array.Int64) { count += v.Len() })
	for round := range 4 {
		for i := range round * 3 {
			t.observe(int64(100*(4-round) + i))
		}
		n := t.publish()
		m, err := w.max(mem)
		fmt.Println(n, m, err)
	}
	w.close()
	t.close()
	fmt.Println(count, mem.CurrentAlloc())
}
