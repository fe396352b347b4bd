// truth: detach line 88 plain

// Command modelswap trains small ranking models in pooled workspaces and
// publishes the best one.
package main

import (
	"fmt"
	"math"
	"sync"

	"github.com/rcpool/rcpool"
)

type model struct {
	weights []float64
	epoch   int
	loss    float64
}

func (m *model) Reset() {
	clear(m.weights)
	m.weights = m.weights[:0]
	m.epoch, m.loss = 0, 0
}

var models = rcpool.Pool[model]{Name: "models"}

type example struct {
	x []float64
	y float64
}

func (m *model) predict(x []float64) (sum float64) {
	for i, w := range m.weights {
		sum += w * x[i]
	}
	return sum
}

func (m *model) fit(data []example, rate float64) {
	m.loss = 0
	for _, ex := range data {
		diff := m.predict(ex.x) - ex.y
		for i := range m.weights {
			m.weights[i] -= rate * diff * ex.x[i]
		}
		m.loss += diff * diff
	}
	m.epoch++
}

type trainer struct {
	data   []example
	epochs int

	mu      sync.Mutex
	serving *model
}

// evaluate reports the worst error; it runs beside the next steps.
func evaluate(m *model, data []example) float64 {
	worst := 0.0
	for _, ex := range data {
		worst = math.Max(worst, math.Abs(m.predict(ex.x)-ex.y))
	}
	return worst
}

// train publishes a model if it is better than the one that serves.
func (t *trainer) train(rate float64) (published bool, worst float64) {
	ref := models.Get()
	m := ref.Value()
	m.weights = append(m.weights, 0, 0)
	for range t.epochs {
		m.fit(t.data, rate)
	}
	scored := ref.Retain()
	defer scored.Release()
	worst = evaluate(scored.Value(), t.data)

	t.mu.Lock()
	defer t.mu.Unlock()
	if math.IsNaN(m.loss) || t.serving != nil && t.serving.loss <= m.loss {
		ref.Release()
		return false, worst
	}
	t.serving = ref.Detach()
	return true, worst
}

func main() {
	t := &trainer{epochs: 20}
	for i := range 10 {
		x := []float64{float64(i) / 10, 1}
		t.data = append(t.data, example{x, 2*x[0] + 0.5})
	}
	for _, rate := range []float64{0.01, 0.1, 0.2, 5} {
		ok, worst := t.train(rate)
		fmt.Println(rate, ok, worst < 1)
	}
	fmt.Println(len(t.serving.weights))
}
