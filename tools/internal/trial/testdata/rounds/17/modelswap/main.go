// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

var loaded atomic.Int64

type model struct {
	refs    atomic.Int64
	version int
	weights []float64
	onFree  func(version int)
}

func loadModel(version int, weights []float64, onFree func(int)) (*model, error) {
	if len(weights) == 0 {
		return nil, errors.New("model has no weights")
	}
	m := &model{version: version, weights: weights, onFree: onFree}
	m.refs.Store(1)
	loaded.Add(1)
	return m, nil
}

// TryIncRef fails if the model is being freed.
func (m *model) TryIncRef() bool {
	for {
		n := m.refs.Load()
		if n == 0 {
			return false
		}
		if m.refs.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

func (m *model) DecRef() {
	if m.refs.Add(-1) == 0 {
		loaded.Add(-1)
		m.weights = nil
		m.onFree(m.version)
	}
}

type serving struct {
	current atomic.Pointer[model]
	mu      sync.Mutex
	freed   []int
}

// acquire returns the current model with a reference, or nil.
func (s *serving) acquire() *model {
	for {
		m := s.current.Load()
		if m == nil || m.TryIncRef() {
			return m
		}
	}
}

func (s *serving) deploy(version int, weights ...float64) error {
	next, err := loadModel(version, weights, func(v int) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.freed = append(s.freed, v)
	})
	if err != nil {
		return fmt.Errorf("deploy %d: %w", version, err)
	}
	if cur := s.acquire(); cur != nil {
		stale := cur.version >= version
		cur.DecRef()
		if stale {
			next.DecRef()
			return fmt.Errorf("deploy %d: not newer", version)
		}
	}
	if old := s.current.Swap(next); old != nil {
		old.DecRef()
	}
	return nil
}

func (s *serving) predict(x float64) (y float64, version int) {
	m := s.acquire()
	if m == nil {
		return 0, 0
	}
	defer m.DecRef()
	for _, w := range m.weights {
		y = y*x + w
	}
	return y, m.version
}

func (s *serving) stop() {
	if m := s.current.Swap(nil); m != nil {
		m.DecRef()
	}
}

func main() {
	s := &serving{}
	fmt.Println(s.deploy(1, 1, 2))
	var wg sync.WaitGroup
	var wrong atomic.Int64
	for range 4 {
		wg.Go(func() {
			for range 500 {
				if y, v := s.predict(2); y != float64(3*v+1) {
					wrong.Add(1)
				}
			}
		})
	}
	fmt.Println(s.deploy(2, 2, 3), s.deploy(2, 5), s.deploy(3))
	wg.Wait()
	s.stop()
	y, v := s.predict(2)
	fmt.Println(y, v, s.freed, loaded.Load(), wrong.Load())
}
