// truth: correct

// An agent keeps the latest samples in a ring until the collector takes them.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type sample struct {
	metric string
	values []float64
	labels map[string]string
}

func (s *sample) Reset() {
	s.metric = ""
	s.values = s.values[:0]
	clear(s.labels)
}

var samples = rcpool.Pool[sample]{
	Name: "samples",
	New:  func() *sample { return &sample{labels: map[string]string{}} },
}

type spool struct {
	mu      sync.Mutex
	ring    []rcpool.Ref[sample]
	head, n int
	dropped int
}

func newSpool(size int) *spool { return &spool{ring: make([]rcpool.Ref[sample], size)} }

// push adds a sample; the oldest one makes room.
func (s *spool) push(ref rcpool.Ref[sample]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.n == len(s.ring) {
		rcpool.Drop(&s.ring[s.head])
		s.head = (s.head + 1) % len(s.ring)
		s.n--
		s.dropped++
	}
	s.ring[(s.head+s.n)%len(s.ring)] = ref
	s.n++
}

func (s *spool) takeAll() []rcpool.Ref[sample] {
	s.mu.Lock()
	defer s.mu.Unlock()
	batch := make([]rcpool.Ref[sample], 0, s.n)
	for ; s.n > 0; s.n-- {
		batch = append(batch, rcpool.Move(&s.ring[s.head]))
		s.head = (s.head + 1) % len(s.ring)
	}
	return batch
}

// drain exports what is there. A batch that cannot be sent is spooled again.
func (s *spool) drain(export func([]rcpool.Ref[sample]) error) (int, error) {
	batch := s.takeAll()
	if err := export(batch); err != nil {
		for _, ref := range batch {
			s.push(ref)
		}
		return 0, fmt.Errorf("export: %w", err)
	}
	for _, ref := range batch {
		ref.Release()
	}
	return len(batch), nil
}

func (s *spool) close() {
	for _, ref := range s.takeAll() {
		ref.Release()
	}
}

func collect(s *spool, host string, n int) {
	for i := range n {
		ref := samples.Get()
		v := ref.Value()
		v.metric = fmt.Sprintf("cpu.%d", i)
		v.values = append(v.values, float64(i), float64(i*i))
		v.labels["host"] = host
		s.push(ref)
	}
}

func main() {
	s := newSpool(8)
	defer s.close()
	var agents sync.WaitGroup
	for _, host := range []string{"a", "b", "c"} {
		agents.Go(func() { collect(s, host, 5) })
	}
	agents.Wait()

	attempts := 0
	export := func(batch []rcpool.Ref[sample]) error {
		attempts++
		if attempts == 1 {
			return errors.New("collector unavailable")
		}
		sum := 0.0
		for _, ref := range batch {
			for _, v := range ref.Value().values {
				sum += v
			}
		}
		fmt.Println("sent", len(batch), sum >= 0)
		return nil
	}
	for range 2 {
		n, err := s.drain(export)
		fmt.Println(n, err)
	}
	collect(s, "d", 2)
	fmt.Println("dropped", s.dropped)
}
