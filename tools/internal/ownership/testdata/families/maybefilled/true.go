package maybefilled

import "github.com/rcpool/rcpool"

// No function has set it.
func never() int {
	var l largest
	defer rcpool.Drop(&l.max)
	return l.max.Value().size // want "zero-ref: "
}

// It was moved out.
func moved(size int) int {
	l := largest{max: get(size)}
	c := rcpool.Move(&l.max)
	defer c.Release()
	return l.max.Value().size // want "zero-ref: "
}

// It is set on one way, which this function shows.
func oneWay(size int) int {
	var c rcpool.Ref[cup]
	defer rcpool.Drop(&c)
	if size > 3 {
		c = get(size)
	}
	return c.Value().size // want "zero-ref: "
}

// The error tells that it is not set.
func (l *largest) open(size int) error {
	if size < 0 {
		return errNegative
	}
	l.max = get(size)
	return nil
}

func ignored(size int) int {
	var l largest
	if err := l.open(size); err != nil {
		println(err)
	}
	defer rcpool.Drop(&l.max)
	return l.max.Value().size // want "zero-ref: "
}

// It is read before the loop that sets it.
func early(sizes []int) (sum int) {
	var c rcpool.Ref[cup]
	sum = c.Value().size // want "zero-ref: "
	for _, n := range sizes {
		rcpool.Drop(&c)
		c = get(n)
	}
	rcpool.Drop(&c)
	return sum
}

// The first turn has no last one.
func previous(sizes []int) (sum int) {
	var last rcpool.Ref[cup]
	for _, n := range sizes {
		sum += last.Value().size // want "zero-ref: "
		rcpool.Drop(&last)
		last = get(n)
	}
	rcpool.Drop(&last)
	return sum
}

// A method drops it.
func dropped(size int) int {
	l := largest{max: get(size)}
	l.free()
	return l.max.Value().size // want "zero-ref: "
}

// It is dropped after the loop.
func afterDrop(sizes []int) int {
	var c rcpool.Ref[cup]
	for _, n := range sizes {
		rcpool.Drop(&c)
		c = get(n)
	}
	rcpool.Drop(&c)
	return c.Value().size // want "zero-ref: "
}

// The literal only drops it.
func byLiteralDropped() int {
	c := get(3)
	each([]int{5}, func(int) { rcpool.Drop(&c) })
	rcpool.Drop(&c)
	return c.Value().size // want "zero-ref: "
}

// The largest one is lost in a loop.
func lost(sizes []int) int {
	var c rcpool.Ref[cup]
	for _, n := range sizes {
		c = get(n) // want "leak: "
	}
	defer c.Release()
	return c.Value().size
}

// It is released twice after the loop.
func twice(sizes []int) {
	var c rcpool.Ref[cup]
	for _, n := range sizes {
		rcpool.Drop(&c)
		c = get(n)
	}
	c.Release()
	c.Release() // want "double-release: "
}

// What is kept is lost where the function ends.
func keptLost(size int) int {
	var l largest
	c := get(size)
	l.max = c.Retain() // want "leak: "
	c.Release()
	return l.max.Value().size
}
