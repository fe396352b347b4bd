// truth: double-release line 47,69 hard

// Command featurecolumns computes the input of a model: a list of features,
// each of which is a column or is derived from another one.
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type feature struct {
	name  string
	from  string  // the feature that it is derived from
	scale float64 // 1 for the same values
}

type matrix struct {
	mem  memory.Allocator
	cols []arrow.Array
	pos  map[string]int
}

// base adds a column of values.
func (m *matrix) base(name string, values ...float64) {
	b := array.NewFloat64Builder(m.mem)
	defer b.Release()
	b.AppendValues(values, nil)
	m.put(name, b.NewArray())
}

func (m *matrix) put(name string, col arrow.Array) {
	m.pos[name] = len(m.cols)
	m.cols = append(m.cols, col)
}

func (m *matrix) derive(f feature) error {
	at, ok := m.pos[f.from]
	if !ok {
		return fmt.Errorf("%s: no feature %q", f.name, f.from)
	}
	src := m.cols[at]
	if f.scale == 1 {
		m.put(f.name, src)
		return nil
	}
	b := array.NewFloat64Builder(m.mem)
	defer b.Release()
	for _, v := range src.(*array.Float64).Float64Values() {
		b.Append(v * f.scale)
	}
	m.put(f.name, b.NewArray())
	return nil
}

func (m *matrix) row(i int) []float64 {
	out := make([]float64, len(m.cols))
	for k, col := range m.cols {
		out[k] = col.(*array.Float64).Value(i)
	}
	return out
}

func (m *matrix) release() {
	for _, col := range m.cols {
		col.Release()
	}
	m.cols = nil
	clear(m.pos)
}

func predict(mem memory.Allocator, features []feature, weights []float64) ([]float64, error) {
	m := &matrix{mem: mem, pos: map[string]int{}}
	defer m.release()
	m.base("age", 30, 41, 28)
	m.base("income", 2.5, 4, 1.5)
	for _, f := range features {
		if err := m.derive(f); err != nil {
			return nil, err
		}
	}
	scores := make([]float64, m.cols[0].Len())
	for i := range scores {
		for k, v := range m.row(i) {
			scores[i] += v * weights[k%len(weights)]
		}
	}
	return scores, nil
}

func main() {
	mem := memory.NewGoAllocator()
	fmt.Println(predict(mem, []feature{{"decades", "age", 0.1}, {"salary", "income", 12}}, []float64{1, 2}))
	fmt.Println(predict(mem, []feature{{"years", "age", 1}}, []float64{1, 2, 3}))
	fmt.Println(predict(mem, []feature{{"tall", "height", 1}}, []float64{1}))
}
