package blindsetters

import "github.com/rcpool/rcpool"

// The second call overwrites what the first has put there.
func twice(a, b string) int {
	var c camera
	defer c.close()
	first := capture(a) // want "leak: "
	c.set(first)
	c.set(capture(b))
	return c.size()
}

// Each turn overwrites the picture of the turn before.
func latest(texts []string) int {
	c := &camera{}
	for _, text := range texts {
		ref := capture(text) // want "leak: "
		c.set(ref)
	}
	defer c.close()
	return c.size()
}

// The field has a reference from the literal.
func replaced(a, b string) int {
	c := &camera{key: capture(a)} // want "leak: "
	c.set(capture(b))
	n := c.size()
	c.close()
	return n
}

// Another reference to one picture is a reference, too.
func retained(a string) int {
	ref := capture(a)
	defer ref.Release()
	c := &camera{}
	c.set(ref.Retain()) // want "leak: "
	c.set(ref.Retain())
	defer c.close()
	return c.size()
}

// A function, and no method.
func byFunction(a, b string) int {
	c := &camera{}
	setOf(c, capture(a)) // want "leak: "
	setOf(c, capture(b))
	n := c.size()
	c.close()
	return n
}

// Cleared by the setter, and lost.
func cleared(a string) {
	c := &camera{}
	c.set(capture(a)) // want "leak: "
	c.set(rcpool.Ref[picture]{})
	c.close()
}
