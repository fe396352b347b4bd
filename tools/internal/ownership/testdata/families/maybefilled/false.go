package maybefilled

import (
	"errors"
	"fmt"
	"slices"

	"github.com/rcpool/rcpool"
)

// A batch goes to a bound method, which keeps the largest.
type largest struct{ max rcpool.Ref[cup] }

func (l *largest) write(batch []rcpool.Ref[cup]) error {
	var errs []error
	for _, c := range batch {
		if c.Value().size < 0 {
			errs = append(errs, errors.New("negative"))
			continue
		}
		if l.max.IsZero() || l.max.Value().size < c.Value().size {
			rcpool.Drop(&l.max)
			l.max = c.Retain()
		}
	}
	return errors.Join(errs...)
}

type batcher struct {
	batch []rcpool.Ref[cup]
	size  int
	write func([]rcpool.Ref[cup]) error
}

func (b *batcher) add(c rcpool.Ref[cup]) error {
	b.batch = append(b.batch, c)
	if len(b.batch) < b.size {
		return nil
	}
	return b.flush()
}

func (b *batcher) flush() error {
	full := b.batch
	b.batch = nil
	err := b.write(full)
	for _, c := range full {
		c.Release()
	}
	return err
}

func batches() int {
	var l largest
	defer rcpool.Drop(&l.max)
	b := &batcher{size: 3, write: l.write}
	for _, n := range []int{1, 5, 2} {
		if err := b.add(get(n)); err != nil {
			fmt.Println(err)
		}
	}
	if len(b.batch) > 0 {
		b.flush()
	}
	return l.max.Value().size
}

// It is asked whether there is one.
func (l *largest) free() { rcpool.Drop(&l.max) }

// A method keeps what is large enough.
func (l *largest) offer(c *rcpool.Ref[cup]) {
	if l.max.IsZero() || l.max.Value().size < c.Value().size {
		rcpool.Drop(&l.max)
		l.max = c.Retain()
	}
}

func (l *largest) offerLarge(c *rcpool.Ref[cup]) {
	if c.Value().size > 3 {
		l.offer(c)
	}
}

func offers() int {
	var l largest
	defer rcpool.Drop(&l.max)
	for _, n := range []int{1, 5, 2} {
		c := get(n)
		l.offerLarge(&c)
		c.Release()
	}
	return l.max.Value().size
}

// The method is called once.
func offersOnce(size int) int {
	var l largest
	defer rcpool.Drop(&l.max)
	c := get(size)
	l.offerLarge(&c)
	c.Release()
	return l.max.Value().size
}

// A function fills the variable that it is pointed to.
func fillLarge(to *rcpool.Ref[cup], sizes []int) {
	for _, n := range sizes {
		if n > 3 {
			rcpool.Drop(to)
			*to = get(n)
		}
	}
}

func filled() int {
	var c rcpool.Ref[cup]
	defer rcpool.Drop(&c)
	fillLarge(&c, []int{1, 5})
	return c.Value().size
}

// A literal that another function calls for some of the elements.
func each(sizes []int, f func(int)) {
	for _, n := range sizes {
		if n > 3 {
			f(n)
		}
	}
}

func byLiteral() int {
	var c rcpool.Ref[cup]
	defer rcpool.Drop(&c)
	each([]int{1, 5}, func(n int) {
		rcpool.Drop(&c)
		c = get(n)
	})
	return c.Value().size
}

// The sizes are known not to be none.
func last(sizes []int) int {
	var c rcpool.Ref[cup]
	for _, n := range sizes {
		rcpool.Drop(&c)
		c = get(n)
	}
	defer c.Release()
	return c.Value().size
}

// One of them is the largest.
func lastLarge(sizes []int) int {
	var c rcpool.Ref[cup]
	for _, n := range sizes {
		if n == slices.Max(sizes) {
			rcpool.Drop(&c)
			c = get(n)
		}
	}
	n := c.Value().size
	c.Release()
	return n
}

// A channel has at least one.
func newest(in <-chan rcpool.Ref[cup]) int {
	var l largest
	for c := range in {
		rcpool.Drop(&l.max)
		l.max = c
	}
	defer l.max.Release()
	return l.max.Value().size
}

// The iterator gives at least one.
func fromIterator(all func(func(int) bool)) int {
	var c rcpool.Ref[cup]
	for n := range all {
		rcpool.Drop(&c)
		c = get(n)
	}
	defer c.Release()
	return c.Value().size
}

// An array of references is filled in a loop.
func array(sizes []int) (sum int) {
	var cs [4]rcpool.Ref[cup]
	for i, n := range sizes {
		cs[i] = get(n)
	}
	for i := range sizes {
		sum += cs[i].Value().size
		cs[i].Release()
	}
	return sum
}

// A struct is asked whether it has one.
func (l *largest) has() bool { return !l.max.IsZero() }

func asked(sizes []int) (sum int) {
	var l largest
	for _, n := range sizes {
		if l.has() {
			sum += l.max.Value().size
			l.max.Release()
		}
		l.max = get(n)
	}
	if l.has() {
		l.max.Release()
	}
	return sum
}

// A literal is called in a loop.
func calledInLoop(sizes []int) int {
	var c rcpool.Ref[cup]
	keep := func(n int) {
		rcpool.Drop(&c)
		c = get(n)
	}
	for _, n := range sizes {
		keep(n)
	}
	defer c.Release()
	return c.Value().size
}
