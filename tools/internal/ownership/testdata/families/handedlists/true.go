package handedlists

import "github.com/rcpool/rcpool"

// One of the events is not in the part that is sent, and stays here.
func sendPartOnly(events *rcpool.Pool[Event], to sink) int {
	var batch [4]rcpool.Ref[Event]
	kept := events.Get() // want "leak: "
	batch[0] = events.Get()
	to.Send(batch[:1])
	return len(kept.Value().Body)
}

// The list is only sent if there is a sink.
func sendMaybe(events *rcpool.Pool[Event], to sink) {
	batch := make([]rcpool.Ref[Event], 1)
	batch[0] = events.Get() // want "leak: "
	if to == nil {
		return
	}
	to.Send(batch)
}

// What is sent was released before.
func sendReleased(events *rcpool.Pool[Event], to sink) {
	event := events.Get()
	event.Release()
	batch := make([]rcpool.Ref[Event], 1)
	batch[0] = event
	to.Send(batch) // missed "double-release: "
}

// The event is the sink's.
func sendUsed(events *rcpool.Pool[Event], to sink) int {
	event := events.Get()
	batch := make([]rcpool.Ref[Event], 1)
	batch[0] = event
	to.Send(batch)
	return len(event.Value().Body) // missed "use-after-release: "
}

// The list is made and only counted.
func lost(events *rcpool.Pool[Event]) int {
	batch := make([]rcpool.Ref[Event], 1)
	batch[0] = events.Get() // want "leak: "
	return len(batch)
}

// The node that was made of others is lost.
func lostChain() {
	both(NewNode("a", nil), NewNode("b", nil)) // want "leak: "
}

// So is one of a list of which nobody knows the length.
func lostFold(all ...*Node) {
	foldLeft(both, append([]*Node{NewNode("a", nil), NewNode("b", nil)}, all...)...) // want "leak: "
}

// The last one is not passed.
func notPassed() int {
	last := NewNode("c", nil) // want "leak: "
	n := both(NewNode("a", nil), NewNode("b", nil))
	defer n.Release()
	return len(n.name) + len(last.name)
}

// The node is returned on one way only.
func notReturned(deep bool) *Node {
	n := both(NewNode("a", nil), NewNode("b", nil)) // want "leak: "
	if deep && n.name != "" {
		return nil
	}
	return n
}

func group(a, b *Node) *Node { return NewGroup("group", []*Node{a, b}) }

// The group retains its children, one of which nobody releases.
func lostChildren() int {
	a, b := NewNode("a", nil), NewNode("b", nil) // want "leak: "
	defer b.Release()
	n := group(a, b)
	defer n.Release()
	return n.Depth()
}

// A list that goes nowhere has the node.
func counted(n *Node) int { return len(append([]*Node(nil), n)) }

func lostCounted() int {
	n := NewNode("a", nil) // want "leak: "
	return counted(n)
}
