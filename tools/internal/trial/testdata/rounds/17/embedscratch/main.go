// truth: correct
package main

import (
	"errors"
	"fmt"
	"math"
	"sync"
)

type workspace struct {
	acc   []float64
	norms []float64
	seen  map[int]struct{}
}

var workspaces = sync.Pool{New: func() any { return &workspace{seen: map[int]struct{}{}} }}

// withWorkspace calls f with a workspace of n zeros. f must not keep it.
func withWorkspace(n int, f func(ws *workspace) error) error {
	ws := workspaces.Get().(*workspace)
	defer workspaces.Put(ws)
	if cap(ws.acc) < n {
		ws.acc = make([]float64, n)
	}
	ws.acc = ws.acc[:n]
	clear(ws.acc)
	ws.norms = ws.norms[:0]
	clear(ws.seen)
	return f(ws)
}

type table struct {
	dim  int
	vecs map[int][]float64
}

var errMissing = errors.New("no embedding")

func (t *table) pool(ws *workspace, ids []int) error {
	for _, id := range ids {
		if _, dup := ws.seen[id]; dup {
			continue
		}
		ws.seen[id] = struct{}{}
		vec, ok := t.vecs[id]
		if !ok {
			return fmt.Errorf("id %d: %w", id, errMissing)
		}
		norm := 0.0
		for i, v := range vec {
			ws.acc[i] += v
			norm += v * v
		}
		ws.norms = append(ws.norms, math.Sqrt(norm))
	}
	return nil
}

// mean returns the mean of the vectors, and the largest norm.
func (t *table) mean(ids []int) (out []float64, largest float64, err error) {
	err = withWorkspace(t.dim, func(ws *workspace) error {
		if err := t.pool(ws, ids); err != nil {
			return err
		}
		if len(ws.norms) == 0 {
			return errMissing
		}
		out = make([]float64, t.dim)
		for i, sum := range ws.acc {
			out[i] = sum / float64(len(ws.norms))
		}
		for _, n := range ws.norms {
			largest = max(largest, n)
		}
		return nil
	})
	return out, largest, err
}

func main() {
	t := &table{dim: 2, vecs: map[int][]float64{1: {3, 4}, 2: {1, 0}, 3: {0, 1}}}
	wide := &table{dim: 4, vecs: map[int][]float64{1: {1, 1, 1, 1}}}
	var wg sync.WaitGroup
	results := make([]string, 5)
	for i, ids := range [][]int{{1, 2, 2}, {1, 9}, nil, {2, 3}, {1}} {
		wg.Go(func() {
			tab := t
			if i == 4 {
				tab = wide
			}
			out, largest, err := tab.mean(ids)
			results[i] = fmt.Sprint(out, largest, err)
		})
	}
	wg.Wait()
	for _, r := range results {
		fmt.Println(r)
	}
}
