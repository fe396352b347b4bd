package handedlists

import "github.com/rcpool/rcpool"

// The sink gets a part of an array.
func sendPart(events *rcpool.Pool[Event], to sink) {
	var batch [4]rcpool.Ref[Event]
	batch[0] = events.Get()
	to.Send(batch[:1])
}

// The list has a length that is known.
func sendOne(events *rcpool.Pool[Event], to sink) {
	batch := make([]rcpool.Ref[Event], 1)
	batch[0] = events.Get()
	to.Send(batch)
}

// It has room for more.
func sendFew(events *rcpool.Pool[Event], to sink, more bool) {
	batch := make([]rcpool.Ref[Event], 2, 8)
	batch[0], batch[1] = events.Get(), events.Get()
	if more {
		batch = append(batch, events.Get())
	}
	to.Send(batch)
}

// The first one is sent alone, and the others after it.
func sendFirst(events *rcpool.Pool[Event], to sink) {
	batch := [3]rcpool.Ref[Event]{events.Get(), events.Get(), events.Get()}
	to.Send(batch[:1])
	to.Send(batch[1:])
}

// The first one stays here.
func sendRest(events *rcpool.Pool[Event], to sink) int {
	batch := [2]rcpool.Ref[Event]{events.Get(), events.Get()}
	defer batch[0].Release()
	to.Send(batch[1:])
	return len(batch[0].Value().Body)
}

// The list goes to a function in a variable.
func flush(events *rcpool.Pool[Event], to func([]rcpool.Ref[Event])) {
	batch := make([]rcpool.Ref[Event], 1)
	batch[0] = events.Get()
	to(batch)
}

func both(a, b *Node) *Node { return NewNode("both", []*Node{a, b}) }

func appended(a, b *Node) *Node { return NewNode("both", append([]*Node(nil), a, b)) }

func collected(a, b *Node) *Node {
	var children []*Node
	children = append(children, a)
	children = append(children, b)
	return NewNode("both", children)
}

func filled(a, b *Node) *Node {
	children := make([]*Node, 2)
	children[0], children[1] = a, b
	return NewNode("both", children)
}

func fromArray(a, b *Node) *Node {
	children := [...]*Node{a, b}
	return NewNode("both", children[:])
}

// Each node owns those that it was made of.
func chain() int {
	n := both(both(NewNode("a", nil), NewNode("b", nil)), NewNode("c", nil))
	defer n.Release()
	return n.Depth()
}

func chainAppended() int {
	first := appended(NewNode("a", nil), NewNode("b", nil))
	second := appended(first, NewNode("c", nil))
	defer second.Release()
	return second.Depth()
}

func chainCollected() int {
	first := collected(NewNode("a", nil), NewNode("b", nil))
	second := collected(first, NewNode("c", nil))
	defer second.Release()
	return second.Depth()
}

func chainFilled() int {
	first := filled(NewNode("a", nil), NewNode("b", nil))
	second := filled(first, NewNode("c", nil))
	defer second.Release()
	return second.Depth()
}

func chainFromArray() int {
	first := fromArray(NewNode("a", nil), NewNode("b", nil))
	second := fromArray(first, NewNode("c", nil))
	defer second.Release()
	return second.Depth()
}

// The function is an argument of the one that calls it.
func fold(all ...*Node) int {
	n := foldLeft(both, append([]*Node{NewNode("a", nil), NewNode("b", nil)}, all...)...)
	defer n.Release()
	return n.Depth()
}

// The list itself is made here.
func direct() int {
	a, b := NewNode("a", nil), NewNode("b", nil)
	n := NewNode("n", []*Node{a, b})
	defer n.Release()
	return n.Depth()
}

func plant(to forest, n *Node)         { to.Plant([]*Node{n}) }
func plantAppended(to forest, n *Node) { to.Plant(append([]*Node(nil), n)) }
func plantGrown(to forest, n *Node)    { to.Grow(n) }

func plantFilled(to forest, n *Node) {
	all := make([]*Node, 1)
	all[0] = n
	to.Plant(all)
}

// The forest owns what the functions above gave it.
func planted(to forest) {
	plant(to, NewNode("a", nil))
	plantAppended(to, NewNode("b", nil))
	plantGrown(to, NewNode("c", nil))
	plantFilled(to, NewNode("d", nil))
}

// The group retains its children, and so they are released here.
func grouped() int {
	a, b := NewNode("a", nil), NewNode("b", nil)
	defer a.Release()
	defer b.Release()
	n := NewGroup("n", []*Node{a, b})
	defer n.Release()
	return n.Depth()
}
