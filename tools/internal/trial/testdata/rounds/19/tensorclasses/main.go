// truth: correct
package main

import (
	"fmt"
	"math/bits"
	"sync"
)

const classes = 12

// arena hands out float slices by size class.
type arena struct {
	pools [classes]sync.Pool
}

type block struct {
	class int
	data  []float32
}

func classOf(n int) int {
	if n <= 1 {
		return 0
	}
	return bits.Len(uint(n - 1))
}

// get returns a zeroed block of n numbers.
func (a *arena) get(n int) *block {
	c := classOf(n)
	if c >= classes {
		return &block{class: -1, data: make([]float32, n)}
	}
	b, _ := a.pools[c].Get().(*block)
	if b == nil {
		b = &block{class: c, data: make([]float32, 1<<c)}
	}
	b.data = b.data[:n]
	clear(b.data)
	return b
}

func (a *arena) put(b *block) {
	if b.class < 0 {
		return
	}
	b.data = b.data[:0]
	a.pools[b.class].Put(b)
}

type layer struct {
	in, out int
	bias    float32
}

type model struct {
	mem    *arena
	layers []layer
}

// run feeds input through the layers. The result is the caller's to put.
func (m *model) run(input []float32) (*block, error) {
	cur := m.mem.get(len(input))
	copy(cur.data, input)
	for i, l := range m.layers {
		if len(cur.data) != l.in {
			m.mem.put(cur)
			return nil, fmt.Errorf("layer %d: %d inputs, not %d", i, len(input), l.in)
		}
		next := m.mem.get(l.out)
		for o := range next.data {
			for _, x := range cur.data {
				next.data[o] += x
			}
			next.data[o] += l.bias
		}
		m.mem.put(cur)
		cur = next
	}
	return cur, nil
}

func (m *model) predict(input []float32) (float32, error) {
	out, err := m.run(input)
	if err != nil {
		return 0, err
	}
	defer m.mem.put(out)
	best := out.data[0]
	for _, x := range out.data[1:] {
		best = max(best, x)
	}
	return best, nil
}

func main() {
	m := &model{mem: new(arena), layers: []layer{{4, 9, 1}, {9, 3, -1}, {3, 5000, 0}}}
	var wg sync.WaitGroup
	results := make([]float32, 8)
	for i := range results {
		wg.Go(func() {
			for range 5 {
				x, err := m.predict([]float32{1, 2, 3, float32(i)})
				if err != nil {
					panic(err)
				}
				results[i] = x
			}
		})
	}
	wg.Wait()
	_, err := m.predict(make([]float32, 5))
	fmt.Println(results, err)
}
