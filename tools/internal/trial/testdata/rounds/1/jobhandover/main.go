// truth: correct

// Command jobhandover puts a task back itself unless a worker has taken it.
package main

import (
	"fmt"
	"log"
	"sync"
	"sync/atomic"
)

type task struct {
	id    int
	words []string
}

func (t *task) clear() {
	t.id = 0
	clear(t.words)
	t.words = t.words[:0]
}

type workers struct {
	pool     sync.Pool
	queue    chan *task
	wg       sync.WaitGroup
	words    atomic.Int64
	rejected atomic.Int64
}

func start(n, depth int) *workers {
	w := &workers{queue: make(chan *task, depth)}
	w.pool.New = func() any { return &task{words: make([]string, 0, 4)} }
	for range n {
		w.wg.Go(w.work)
	}
	return w
}

func (w *workers) put(t *task) {
	t.clear()
	w.pool.Put(t)
}

func (w *workers) work() {
	for t := range w.queue {
		w.words.Add(int64(len(t.words)))
		w.put(t)
	}
}

func (w *workers) submit(id int, words ...string) error {
	t := w.pool.Get().(*task)
	taken := false
	defer func() {
		if !taken {
			w.put(t)
		}
	}()
	if len(words) == 0 {
		return fmt.Errorf("task %d has no words", id)
	}
	t.id = id
	t.words = append(t.words, words...)
	select {
	case w.queue <- t:
		taken = true
		return nil
	default:
		w.rejected.Add(1)
		return fmt.Errorf("task %d: no room", id)
	}
}

func (w *workers) stop() {
	close(w.queue)
	w.wg.Wait()
}

func main() {
	w := start(2, 4)
	var accepted int64
	for i := range 50 {
		var words []string
		for j := range i % 3 {
			words = append(words, fmt.Sprint("w", j))
		}
		if err := w.submit(i, words...); err == nil {
			accepted += int64(len(words))
		} else if len(words) > 0 && w.rejected.Load() == 0 {
			log.Fatal(err)
		}
	}
	w.stop()
	if w.words.Load() != accepted {
		log.Fatal(w.words.Load(), accepted)
	}
	fmt.Println("all words counted")
}
