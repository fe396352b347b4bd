package usedafter

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

// What was loaded is lost where it is not shown.
func peek(no int) int {
	p := load(no) // want "leak: "
	fmt.Println(size(p))
	return p.Value().No
}

// The page is lost if it is empty.
func sendFull(c chan<- rcpool.Ref[Page], no int) {
	p := load(no) // want "leak: "
	if size(p) == 0 {
		return
	}
	c <- p
}

// The cache has a reference of its own, so this one is lost.
func warm(c *cache, no int) int {
	p := load(no) // want "leak: "
	c.keep(no, p)
	return p.Value().No
}

// Both only read it.
func compare(no int) bool {
	p := load(no) // want "leak: "
	return size(p) > number(p)
}

// Nobody uses the page after it was shown, so show has it.
func lose(p rcpool.Ref[Page]) int { // want "leak: "
	return p.Value().No
}

func loseAll(numbers ...int) (n int) {
	for _, no := range numbers {
		n += lose(load(no))
	}
	return n
}

// The page is released in one case only.
func skim(no int, deep bool) int {
	p := load(no) // want "leak: "
	n := measure(p)
	if deep {
		n += int(digest(p))
		p.Release()
	}
	return n
}

// It is sent, and released as well.
func sendTwice(c chan<- rcpool.Ref[Page], no int) {
	p := load(no)
	trace(p)
	c <- p
	p.Release() // want "double-release: "
}

// The reader loses the page that it had.
func (r *reader) swap(no int) {
	p := load(no)
	fmt.Println(describe(p))
	r.current = p // missed "leak: "
}

// The page is released before it is described.
func late(no int) string {
	p := load(no)
	n := number(p)
	p.Release()
	return fmt.Sprint(n, describe(p)) // want "use-after-release: "
}

// It is given away, and lost two functions further on.
func spill(no int) {
	p := load(no)
	fmt.Println(total(p))
}

func total(p rcpool.Ref[Page]) int { return entries(p) }

func entries(p rcpool.Ref[Page]) int { // want "leak: "
	return len(p.Value().Data)
}
