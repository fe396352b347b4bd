package reclosed

// The field is cleared.
func (p *Page) Close() error {
	if p.buf != nil {
		putBuffer(p.buf)
		p.buf = nil
	}
	return nil
}

// The part remembers it.
func (p *Part) Close() error {
	if p.closed || p.buf == nil {
		return nil
	}
	p.closed = true
	putBuffer(p.buf)
	return nil
}

// The flow remembers it.
func (f *Flow) Close() error {
	if f.closed.CompareAndSwap(false, true) && f.buf != nil {
		putBuffer(f.buf)
	}
	return nil
}

// The file has a buffer in any case, and must be closed once.
func (f *File) Close() error {
	putBuffer(f.buf)
	return nil
}

// Who calls it clears the field.
func (c *Cursor) Close() error {
	if c.buf != nil {
		putBuffer(c.buf)
	}
	return nil
}
