package heldfunctions

// The length is read before the frame goes back.
func (c *codec) sumFirst(data []byte) int {
	f := c.alloc()
	f.Data = append(f.Data[:0], data...)
	n := len(f.Data)
	c.free(f)
	return n
}

// Each frame goes back once.
func (c *codec) sumTwo(data []byte) int {
	f := c.alloc()
	f.Data = append(f.Data[:0], data...)
	c.last = len(f.Data)
	c.free(f)
	f = c.alloc()
	defer c.free(f)
	return len(f.Data) + c.last
}

// The function that is told of the frame owns it.
func (c *cache) removeOnce(key string) {
	frame, ok := c.byKey[key]
	if !ok {
		return
	}
	delete(c.byKey, key)
	c.onEvict(key, frame)
}

// Some taps keep nothing, so this function puts the frame back.
func (t *tap) pour(wet bool) int {
	f := buffers.Get().(*Frame)
	f.Data = append(f.Data[:0], 1)
	t.drain(f)
	if wet {
		return 0
	}
	n := len(f.Data)
	buffers.Put(f)
	return n
}

// Nobody else has the frame when the answer is there: deliver takes it out.
func (h *hub) call(id int) int {
	f := buffers.Get().(*Frame)
	h.mu.Lock()
	h.pending[id] = f
	h.mu.Unlock()
	h.send(id)
	h.done.Wait()
	n := len(f.Data)
	buffers.Put(f)
	return n
}
