package reclosed

// The compressor stays in the writer.
func (w *GzipWriter) Close() error {
	if w.gz == nil {
		return nil
	}
	err := w.gz.Close()
	gzips.Put(w.gz) // want "double-release: "
	return err
}

// The hash stays in the hasher, of which this is a copy.
func (h hasher) Close() {
	if h.Hash != nil {
		h.Reset()
		hashes.Put(h.Hash) // want "double-release: "
	}
	h.Hash = nil
}

// The lock does not keep the buffer from being put back again.
func (b *Body) Close() error { // want "double-release: "
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.buf != nil {
		putBuffer(b.buf)
	}
	return nil
}

// Other packages have the body as an io.Closer.
func (b *body) Close() error {
	if b.buf != nil {
		b.buf.Reset()
		buffers.Put(b.buf) // want "double-release: "
	}
	return nil
}

// The frame is released again.
func (v *View) Close() error { // want "double-release: "
	if v.frame != nil {
		v.frame.Release()
	}
	return nil
}
