package companions

import "github.com/rcpool/rcpool"

// The reference is never released.
func flaggedLost(sizes []int) (sum int) {
	var c rcpool.Ref[cup]
	have := false
	for _, n := range sizes {
		if n > 3 && !have {
			c, have = get(n), true // want "leak: "
		}
	}
	if have {
		sum = c.Value().size
	}
	return sum
}

// It is released only if there is none.
func countedWrong(sizes []int) (sum int) {
	var c rcpool.Ref[cup]
	found := 0
	for _, n := range sizes {
		if n > 3 && found == 0 {
			c = get(n)
			found++
		}
	}
	if found == 0 {
		c.Release() // missed "zero-ref: "
		return 0
	}
	defer c.Release()
	return c.Value().size
}

// It is kept where the name is long.
func namedLost(sizes map[string]int) (sum int) {
	var c rcpool.Ref[cup]
	var name string
	for k, n := range sizes {
		if n > 3 && name == "" {
			c, name = get(n), k // missed "leak: "
		}
	}
	if name == "" || len(name) > 3 {
		return 0
	}
	defer c.Release()
	return c.Value().size
}

// The last one is lost where another one is better.
func indexedLost(sizes []int) (int, int) {
	var c rcpool.Ref[cup]
	best := -1
	for i, n := range sizes {
		if n > 3 {
			c, best = get(n), i // want "leak: "
		}
	}
	if best == -1 {
		return 0, best
	}
	defer c.Release()
	return c.Value().size, best
}

// The index may be any number, so it does not tell if there is a reference.
func unpaired(sizes []int) int {
	var c rcpool.Ref[cup]
	longest := 0
	for _, n := range sizes {
		if n > longest {
			longest = n
		} else if c.IsZero() {
			c = get(n) // want "leak: "
		}
	}
	if longest == 0 {
		return 0
	}
	rcpool.Drop(&c)
	return longest
}

// The first one is released twice.
func firstTwice(sizes map[string]int) int {
	var c rcpool.Ref[cup]
	name := ""
	for k, n := range sizes {
		if n > 3 {
			c, name = get(n), k
			break
		}
	}
	if name != "" {
		c.Release()
		c.Release() // want "double-release: "
	}
	return 0
}

// The object is used after it went back.
func pointerLate(sizes []int) (sum int) {
	var b *buffer
	users := 0
	for _, n := range sizes {
		if n > 3 && users == 0 {
			b = buffers.Get().(*buffer)
			users++
		}
	}
	if users > 0 {
		buffers.Put(b)
		sum = len(b.data) // want "use-after-release: "
	}
	return sum
}

// The reference that is open at the end is lost.
func statesLost(sizes []int) (sum int) {
	state := 0
	var c rcpool.Ref[cup]
	for _, n := range sizes {
		switch state {
		case 0:
			c, state = get(n), 1 // want "leak: "
		case 1:
			sum += c.Value().size
			c.Release()
			c, state = rcpool.Ref[cup]{}, 0
		}
	}
	return sum
}

// Another one is taken while there is one.
func fullLost(sizes []int) (sum int) {
	var c rcpool.Ref[cup]
	left := 0
	for _, n := range sizes {
		if left < 3 {
			c, left = get(n), left+n // missed "leak: "
		}
	}
	if left > 0 {
		c.Release()
	}
	return sum
}

// The reference that is left over is lost.
func leftLost(sizes []int) (sum int) {
	var c rcpool.Ref[cup]
	left := 0
	for _, n := range sizes {
		if left == 0 {
			c, left = get(n), n // missed "leak: "
		}
		if left--; left == 0 {
			sum += c.Value().size
			c.Release()
		}
	}
	return sum
}
