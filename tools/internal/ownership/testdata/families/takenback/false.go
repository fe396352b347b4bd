package takenback

import "bytes"

// The nodes are in the slice until they are visited.
func breadth(n int) (sum int) {
	queue := []*node{getNode(0)}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		sum += next.id
		if next.id < n {
			queue = append(queue, getNode(next.id+1))
		}
		putNode(next)
	}
	return sum
}

// The nodes are in a field meanwhile, and put back when they are taken out.
func (t *tree) visit(n int) (sum int) {
	t.pending = append(t.pending, getNode(n))
	for len(t.pending) > 0 {
		last := len(t.pending) - 1
		next := t.pending[last]
		t.pending[last] = nil
		t.pending = t.pending[:last]
		sum += next.id
		putNode(next)
	}
	return sum
}

// The node is pushed to the ring and popped again.
func through(r *ring, id int) int {
	r.push(getNode(id))
	n := r.pop()
	if n == nil {
		return 0
	}
	id = n.id
	putNode(n)
	return id
}

// The channel has the buffers, and they are received before the return.
func joined(texts ...string) string {
	ready := make(chan *bytes.Buffer, len(texts))
	out := getBuffer()
	defer buffers.Put(out)
	for _, text := range texts {
		part := getBuffer()
		part.WriteString(text)
		ready <- part
	}
	for range texts {
		part := <-ready
		out.Write(part.Bytes())
		buffers.Put(part)
	}
	return out.String()
}

// The list has the node until it is removed.
func (t *tree) finish(id int) int {
	n := getNode(id)
	e := t.done.PushBack(n)
	id += n.id
	t.done.Remove(e)
	putNode(n)
	return id
}

// The map has the node for the time of the call.
func indexed(ids ...int) (sum int) {
	index := map[int]*node{}
	for _, id := range ids {
		if index[id] == nil {
			index[id] = getNode(id)
		}
	}
	for id, n := range index {
		sum += n.id
		delete(index, id)
		putNode(n)
	}
	return sum
}
