package usedafter

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

// What was found or loaded is released at the end.
func serve(c *cache, no int) int {
	p, hit := c.get(no)
	if !hit {
		p = load(no)
		c.put(no, p)
	}
	defer p.Release()
	return len(p.Value().Data)
}

// The page is sent after its size was asked.
func send(c chan<- rcpool.Ref[Page], no int) {
	p := load(no)
	fmt.Println(size(p))
	c <- p
}

// It is returned.
func open(no int) rcpool.Ref[Page] {
	p := load(no)
	fmt.Println(number(p))
	return p
}

// Another function releases it.
func drain(no int) {
	p := load(no)
	trace(p)
	consume(p)
}

// The reader has it from then on.
func (r *reader) next(no int) {
	p := load(no)
	fmt.Println(describe(p))
	rcpool.Drop(&r.current)
	r.current = p
}

// A list has it.
func loadAll(numbers ...int) (all []rcpool.Ref[Page]) {
	for _, no := range numbers {
		p := load(no)
		if digest(p) == 0 {
			p.Value().Data = append(p.Value().Data, 1)
		}
		all = append(all, p)
	}
	return all
}

// The map of the cache has one reference, and the caller the other.
func fetch(c *cache, no int) rcpool.Ref[Page] {
	p := load(no)
	c.keep(no, p)
	return p
}

// A goroutine has it.
func later(no int, done chan<- int) {
	p := load(no)
	fmt.Println(measure(p))
	go func() {
		defer p.Release()
		done <- p.Value().No
	}()
}

// It is asked twice, and sent on one way.
func pick(c chan<- rcpool.Ref[Page], no int) {
	p := load(no)
	for range 2 {
		if !checked(p) {
			p.Release()
			return
		}
	}
	c <- p
}

// It is read two functions further on, and sent then.
func forward(c chan<- rcpool.Ref[Page], no int) {
	p := load(no)
	fmt.Println(twofold(p))
	c <- p
}

func twofold(p rcpool.Ref[Page]) int { return 2 * extent(p) }

func extent(p rcpool.Ref[Page]) int { return len(p.Value().Data) }
