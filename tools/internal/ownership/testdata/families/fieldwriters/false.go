package fieldwriters

import (
	"bufio"
	"io"
)

// Another method flushes, which is called first.
func (p *page) done() error {
	err := p.flush()
	p.out.Release()
	return err
}

// It is closed, and then put back.
func (b *bundle) close() error {
	err := b.gz.Close()
	compressors.Put(b.gz)
	b.gz = nil
	return err
}

// Somebody else may have flushed.
func (f *feed) close() {
	writers.Put(f.w)
	f.w = nil
}

// Nothing was written.
func (c *counter) close() {
	writers.Put(c.w)
	c.w = nil
}

// The function that has made the writer flushes it.
func print(to io.Writer, lines ...string) error {
	w := writers.Get().(*bufio.Writer)
	w.Reset(to)
	r := &report{w}
	for _, line := range lines {
		r.add(line)
	}
	err := w.Flush()
	r.close()
	return err
}

func (r *report) close() { writers.Put(r.w) }
