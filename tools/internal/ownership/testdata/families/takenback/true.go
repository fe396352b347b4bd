package takenback

// The node is put back before its ID is read.
func breadthLate(n int) (sum int) {
	queue := []*node{getNode(0)}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		putNode(next)
		sum += next.id // want "use-after-release: "
		if sum < n {
			queue = append(queue, getNode(sum+1))
		}
	}
	return sum
}

// The node is put back, and stays in the field.
func (t *tree) visitKept(n int) int {
	next := getNode(n)
	t.pending = append(t.pending, next) // want "escape: "
	sum := next.id
	putNode(next)
	return sum
}

// The node that is popped was put back when it was pushed.
func throughTwice(r *ring, id int) int {
	n := getNode(id)
	r.push(n)
	id = n.id
	if popped := r.pop(); popped != nil {
		putNode(popped)
	}
	putNode(n) // missed "double-release: "
	return id
}

// The channel still has the buffer when it is put back.
func joinedLate(out chan<- []byte, texts ...string) {
	for _, text := range texts {
		part := getBuffer()
		part.WriteString(text)
		out <- part.Bytes() // want "escape: "
		buffers.Put(part)
	}
}

// The list has a node that was put back.
func (t *tree) finishKept(id int) int {
	n := getNode(id)
	t.done.PushBack(n) // want "escape: "
	id += n.id
	putNode(n)
	return id
}

// The nodes of the map are put back, and read by its second loop.
func indexedLate(ids ...int) (sum int) {
	index := map[int]*node{}
	for _, id := range ids {
		index[id] = getNode(id)
	}
	for _, n := range index {
		putNode(n)
	}
	for _, n := range index {
		sum += n.id // want "use-after-release: "
	}
	return sum
}
