// truth: detach line 69 callee
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type weights struct {
	name   string
	epoch  int
	values []float64
}

func (w *weights) Reset() { w.name, w.epoch, w.values = "", 0, w.values[:0] }

var pool = rcpool.Pool[weights]{Name: "weights"}

var errDiverged = errors.New("training diverged")

// A checkpointer holds the best weights so far.
type checkpointer struct {
	best rcpool.Ref[weights]
	loss float64
}

func (c *checkpointer) consider(w *rcpool.Ref[weights], loss float64) bool {
	if !c.best.IsZero() && loss >= c.loss {
		return false
	}
	rcpool.Drop(&c.best)
	c.best = w.Retain()
	c.loss = loss
	return true
}

func (c *checkpointer) close() { rcpool.Drop(&c.best) }

func step(w *weights, rate float64) float64 {
	loss := 0.0
	for i := range w.values {
		w.values[i] -= rate * w.values[i]
		loss += w.values[i] * w.values[i]
	}
	w.epoch++
	return loss
}

// train returns weights that the registry may keep for good.
func train(name string, size, epochs int, rate float64, c *checkpointer) (*weights, error) {
	w := pool.Get()
	v := w.Value()
	v.name = name
	for i := range size {
		v.values = append(v.values, float64(i))
	}
	loss := 0.0
	for range epochs {
		if loss = step(v, rate); loss > 1e9 {
			w.Release()
			return nil, errDiverged
		}
	}
	if c.consider(&w, loss) {
		fmt.Printf("%s: best loss %.2f\n", name, loss)
	}
	return w.Detach(), nil
}

type registry map[string]*weights

func (r registry) publish(w *weights) { r[w.name] = w }

func main() {
	c := &checkpointer{}
	defer c.close()
	r := registry{}
	for i, rate := range []float64{1000, 0.1} {
		w, err := train(fmt.Sprint("model", i), 4, 5, rate, c)
		if err != nil {
			fmt.Println(err)
			continue
		}
		r.publish(w)
	}
	fmt.Println(len(r))
}
