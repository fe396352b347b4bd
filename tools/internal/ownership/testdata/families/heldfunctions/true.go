package heldfunctions

// The frame went back through the field.
func (c *codec) sum(data []byte) int {
	f := c.alloc()
	f.Data = append(f.Data[:0], data...)
	c.free(f)
	return len(f.Data) // want "use-after-release: "
}

// The deferred call empties the frame once more, and frees it again.
func (c *codec) sumOrFail(data []byte) int {
	f := c.alloc()
	defer c.free(f) // want "use-after-release: "
	f.Data = append(f.Data[:0], data...)
	if len(data) == 0 {
		c.free(f)
		return 0
	}
	return len(f.Data)
}

// The function that is told of the frame has released it.
func (c *cache) remove(key string) {
	frame, ok := c.byKey[key]
	if !ok {
		return
	}
	delete(c.byKey, key)
	c.onEvict(key, frame)
	frame.Release() // want "double-release: "
}

// The variable's function has put the frame back.
func read(data []byte) byte {
	f := buffers.Get().(*Frame)
	f.Data = append(f.Data[:0], data...)
	discard(f)
	return f.Data[0] // want "use-after-release: "
}

// The frame is released while the map has it.
func (c *cache) add(key string, data []byte) int {
	frame := frames.Get()
	frame.Value().Data = append(frame.Value().Data, data...)
	c.onEvict(key, frame)
	return len(frame.Value().Data) // want "use-after-release: "
}
