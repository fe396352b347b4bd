// Package names has objects for pools of other packages.
package names

// A Block cuts strings out of large blocks, which it shares with what it has cut before.
type Block struct{ buf []byte }

func (b *Block) AppendName(p []byte) string {
	if cap(b.buf)-len(b.buf) < len(p) {
		b.buf = make([]byte, 0, 4096+len(p))
	}
	b.buf = append(b.buf, p...)
	return string(b.buf[len(b.buf)-len(p):])
}

// A Line is written for one owner.
type Line struct{ buf []byte }

func (l *Line) Append(p []byte) { l.buf = append(l.buf, p...) }

func (l *Line) String() string { return string(l.buf) }

func (l *Line) Reset() { l.buf = l.buf[:0] }
