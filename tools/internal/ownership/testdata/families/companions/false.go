package companions

import "github.com/rcpool/rcpool"

// A flag is set if there is a reference.
func flagged(sizes []int) (sum int) {
	var c rcpool.Ref[cup]
	have := false
	for _, n := range sizes {
		if n > 3 {
			if have {
				c.Release()
			}
			c, have = get(n), true
		}
	}
	if have {
		sum = c.Value().size
		c.Release()
	}
	return sum
}

// A count is above 0 if there is a reference.
func counted(sizes []int) (sum int) {
	var c rcpool.Ref[cup]
	found := 0
	for _, n := range sizes {
		if n > 3 && found == 0 {
			c = get(n)
			found++
		}
	}
	if found > 0 {
		sum = c.Value().size
		c.Release()
	}
	return sum
}

// A name is not empty if there is a reference.
func named(sizes map[string]int) (sum int) {
	var c rcpool.Ref[cup]
	var name string
	for k, n := range sizes {
		if n > 3 && name == "" {
			c, name = get(n), k
		}
	}
	if name == "" {
		return 0
	}
	defer c.Release()
	return c.Value().size
}

// The index of the largest is -1 if there is no reference.
func indexed(sizes []int) (int, int) {
	var c rcpool.Ref[cup]
	best := -1
	for i, n := range sizes {
		if n > 3 && (best < 0 || n > c.Value().size) {
			rcpool.Drop(&c)
			c, best = get(n), i
		}
	}
	if best == -1 {
		return 0, best
	}
	defer c.Release()
	return c.Value().size, best
}

// The same, where the reference is released by hand.
func indexedByHand(sizes []int) (int, int) {
	var c rcpool.Ref[cup]
	best := -1
	for i, n := range sizes {
		if n <= 3 {
			continue
		}
		if best >= 0 {
			c.Release()
		}
		c, best = get(n), i
	}
	if best < 0 {
		return 0, 0
	}
	size := c.Value().size
	c.Release()
	return size, best
}

// The first one ends the loop.
func first(sizes map[string]int) int {
	var c rcpool.Ref[cup]
	name := ""
	for k, n := range sizes {
		if n > 3 {
			c, name = get(n), k
			break
		}
	}
	if name != "" {
		defer c.Release()
		return c.Value().size + len(name)
	}
	return 0
}

// A pointer to a pooled object, and the number of its users.
func pointer(sizes []int) (sum int) {
	var b *buffer
	users := 0
	for _, n := range sizes {
		if n > 3 {
			if users == 0 {
				b = buffers.Get().(*buffer)
			}
			b.data = append(b.data[:0], byte(n))
			users++
		}
	}
	if users > 0 {
		sum = len(b.data)
		buffers.Put(b)
	}
	return sum
}

// The state changes with the reference.
func states(sizes []int) (sum int) {
	const (
		idle = iota
		open
	)
	state := idle
	var c rcpool.Ref[cup]
	for _, n := range sizes {
		switch state {
		case idle:
			c, state = get(n), open
		case open:
			sum += c.Value().size
			if n == 0 {
				c.Release()
				c, state = rcpool.Ref[cup]{}, idle
			}
		}
	}
	if state == open {
		c.Release()
	}
	return sum
}

// The next one is taken when the one before is full.
func full(sizes []int) (sum int) {
	var c rcpool.Ref[cup]
	left := 0
	for _, n := range sizes {
		if left == 0 {
			c, left = get(n), n
		}
		left--
		if left == 0 {
			sum += c.Value().size
			c.Release()
			c = rcpool.Ref[cup]{}
		}
	}
	if left > 0 {
		c.Release()
	}
	return sum
}

// The variable keeps what was released.
func fullKept(sizes []int) (sum int) {
	var c rcpool.Ref[cup]
	left := 0
	for _, n := range sizes {
		if left == 0 {
			c, left = get(n), n
		}
		if left--; left == 0 {
			sum += c.Value().size
			c.Release()
		}
	}
	if left > 0 {
		c.Release()
	}
	return sum
}
