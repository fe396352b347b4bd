package linkedstack

// The buffer that was popped is used after its release.
func throughStale() int {
	var s stack
	s.push(buffers.Get())
	buffer, ok := s.pop()
	if !ok {
		return 0
	}
	buffer.Release()
	return len(buffer.Value().Data) // want "use-after-release: "
}

// The buffer is released, but it is on the stack.
func pushReleased(s *stack) {
	buffer := buffers.Get()
	s.push(buffer) // want "escape: "
	buffer.Release()
}
