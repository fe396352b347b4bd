package linkedstack

// What was pushed is popped and released.
func fill(n int) (size int) {
	var s stack
	for range n {
		s.push(buffers.Get())
	}
	for {
		buffer, ok := s.pop()
		if !ok {
			return size
		}
		size += len(buffer.Value().Data)
		buffer.Release()
	}
}

// One is pushed and popped.
func through() int {
	var s stack
	s.push(buffers.Get())
	buffer, _ := s.pop()
	defer buffer.Release()
	return len(buffer.Value().Data)
}
