// truth: correct
package main

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Matrix struct {
	Rows, Cols int
	Cells      []float64
}

func (m *Matrix) Reset() { *m = Matrix{Cells: m.Cells[:0]} }

func (m *Matrix) shape(rows, cols int) {
	m.Rows, m.Cols = rows, cols
	if cap(m.Cells) < rows*cols {
		m.Cells = make([]float64, rows*cols)
		return
	}
	m.Cells = m.Cells[:rows*cols]
	clear(m.Cells)
}

func (m *Matrix) row(i int) []float64 { return m.Cells[i*m.Cols : (i+1)*m.Cols] }

var matrices = rcpool.Pool[Matrix]{Name: "matrices"}

// rows calls f for each row, on all processors, and waits.
func rows(m *Matrix, f func(i int, row []float64)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < m.Rows; i = int(next.Add(1)) - 1 {
				f(i, m.row(i))
			}
		})
	}
	wg.Wait()
}

func norm(n int, cell func(i, j int) float64) float64 {
	matrix := matrices.Get()
	defer matrix.Release()
	m := matrix.Value()
	m.shape(n, n)
	rows(m, func(i int, row []float64) {
		for j := range row {
			row[j] = cell(i, j)
		}
	})
	sums := make([]float64, n)
	rows(m, func(i int, row []float64) {
		for _, v := range row {
			sums[i] += v * v
		}
	})
	total := 0.0
	for _, s := range sums {
		total += s
	}
	return math.Sqrt(total)
}

// trace borrows the matrix for two goroutines that end before it does.
func trace(n int) (sum float64) {
	matrix := matrices.Get()
	m := matrix.Value()
	m.shape(n, n)
	for i := range n {
		m.row(i)[i] = float64(i)
	}
	parts := make(chan float64)
	for half := range 2 {
		go func() {
			part := 0.0
			for i := half; i < n; i += 2 {
				part += m.row(i)[i]
			}
			parts <- part
		}()
	}
	sum = <-parts + <-parts
	matrix.Release()
	return sum
}

func main() {
	fmt.Printf("%.3f\n", norm(50, func(i, j int) float64 { return float64(i - j) }))
	fmt.Println(trace(100), trace(10))
	fmt.Println(matrices.Stats().InUse)
}
