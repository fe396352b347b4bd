package fixedbugs

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
)

// The framer is put back by who has it in the end.
func (c *cassandra) prepare(statement string) (*prepared, *iter) {
	f, err := c.exec(statement)
	if err != nil {
		return nil, &iter{err: err}
	}
	frame, err := f.parse()
	if err != nil {
		framers.Put(f)
		return nil, &iter{err: err}
	}
	switch x := frame.(type) {
	case *prepared:
		framers.Put(f)
		return x, nil
	case error:
		return nil, &iter{framer: f, err: x}
	}
	framers.Put(f)
	return nil, nil
}

// The framer goes along with the iter, or back.
func (c *cassandra) executeBatchOnce(next func() (*framer, error)) *iter {
	f, err := next()
	if err != nil {
		return &iter{err: err}
	}
	frame, err := f.parse()
	if err != nil {
		return &iter{framer: f, err: err}
	}
	if x, ok := frame.(error); ok {
		if c.answer == nil {
			framers.Put(f)
			return c.executeBatchOnce(next)
		}
		return &iter{framer: f, err: x}
	}
	framers.Put(f)
	return &iter{}
}

// Nothing is returned beside the error.
func (s *stream) nextOrNone(seq int) (*framer, error) {
	f := framers.Get().(*framer)
	if err := s.load(seq, f); err != nil {
		framers.Put(f)
		return nil, err
	}
	return f, nil
}

// The pool gets a variable of its own.
func (q *proposals) drainAll() {
	if q.elts != nil {
		elts := q.elts[:0]
		q.elts = nil
		q.pool.Put(&elts)
	}
}

// The framer in a proposal goes along with it, unless the queue is full
// (nats-io/nats-server, server/raft.go of v2.11.8).
func (q *proposals) propose(data []byte) {
	q.push(newProposal(newFramer(data)))
}

func (q *proposals) commit() {
	for _, p := range q.elts {
		framers.Put(p.framer)
		p.framer = nil
		proposalPool.Put(p)
	}
	q.elts = nil
}

// The bytes are copied.
func (c *chain) fullResponseCopied() []byte {
	buf := getBuffer()
	defer putBuffer(buf)
	buf.Write(c.headers.Bytes())
	buf.Write(c.body.Bytes())
	return bytes.Clone(buf.Bytes())
}

// The string is a copy.
func fetch(headers, body string) string {
	c := newChain(headers, body)
	defer c.close()
	return string(c.body.Bytes())
}

// The writer is closed before it is put back.
func serveGzip(w io.Writer, page []byte) error {
	gw := gzips.Get().(*gzip.Writer)
	gw.Reset(w)
	defer gzips.Put(gw)
	defer gw.Close()
	_, err := gw.Write(page)
	return err
}

// Close puts the writer back once.
func (g *gzipWriter) closeOnce() error {
	if g.gw == nil {
		return nil
	}
	err := g.gw.Close()
	gzips.Put(g.gw)
	g.gw = nil
	return err
}

func serveClosedOnce(w io.Writer, page []byte) error {
	g := &gzipWriter{w: w}
	g.start()
	defer g.closeOnce()
	if _, err := g.gw.Write(page); err != nil {
		return err
	}
	return g.closeOnce()
}

// The buffer is printed before it is put back.
func writeMessage(w io.Writer, msg string) error {
	buf := blocks.get(len(msg))
	defer blocks.put(buf)
	copy(buf, msg)
	_, err := w.Write(buf)
	if err != nil {
		debug("write", buf[:4], err)
	}
	return err
}

// The buffer that there is in the end is put back.
func copyRange(r io.Reader, n int) (sum int, err error) {
	buf := blocks.get(16)
	if n > len(buf) {
		blocks.put(buf)
		buf = blocks.get(n)
	}
	sum, err = r.Read(buf)
	blocks.put(buf)
	return sum, err
}

// The message is copied.
func load(r io.Reader) (storedMsg, error) {
	buf := getBuffer()
	defer putBuffer(buf)
	if _, err := buf.ReadFrom(r); err != nil {
		return storedMsg{}, err
	}
	subj, msg, ok := bytes.Cut(buf.Bytes(), []byte{' '})
	if !ok {
		return storedMsg{}, errClosed
	}
	return storedMsg{bytes.Clone(subj), bytes.Clone(msg)}, nil
}

// A guard gives the connection back once.
func (b *batch) giveBack() {
	if b.conn == nil {
		return
	}
	b.release(b.conn)
	b.conn = nil
}

func (b *batch) send() error {
	defer b.giveBack()
	if b.sent {
		return errClosed
	}
	b.sent = true
	b.conn.rows++
	return nil
}

func (b *batch) abort() error {
	b.sent = true
	b.giveBack()
	return nil
}

func insert() error {
	b := &batch{conn: conns.Get().(*conn), release: putConn}
	defer b.abort()
	return b.send()
}

// A body that was closed has no decoder.
func (b *decodedBody) closeFirst() error {
	if b.dec == nil {
		return nil
	}
	b.dec.src = nil
	decoders.Put(b.dec)
	b.dec = nil
	return nil
}

func readOnceClosed(r io.Reader) ([]byte, error) {
	b := &decodedBody{dec: decoders.Get().(*decoder)}
	b.dec.src = r
	defer b.closeFirst()
	data, err := io.ReadAll(b)
	if err != nil {
		return nil, err
	}
	return data, b.closeFirst()
}

// The data goes, too.
func logClean(level int, message string, hook func(*entry)) {
	e := newEntry()
	e.level, e.message = level, message
	hook(e)
	e.level, e.message = 0, ""
	e.data = map[string]any{}
	entries.Put(e)
}

// The option is reset as a whole.
func encodeClean(ctx context.Context, v string) []byte {
	c := contexts.Get().(*encodeContext)
	c.option.ctx = ctx
	c.option.indent = true
	c.buf = append(c.buf[:0], v...)
	out := bytes.Clone(c.buf)
	c.buf = c.buf[:0]
	c.option = options{}
	contexts.Put(c)
	return out
}

// The buffer of a response that is returned is not one of the pool.
func readResponse(cached []byte) (*http.Response, error) {
	return http.ReadResponse(bufio.NewReader(bytes.NewBuffer(cached)), nil)
}

// The packet's own reference is given up when the queue has taken one.
func (q *queue) receive(data []byte) {
	p := NewPacketBuffer(data)
	q.deliver(p)
	p.DecRef()
}

// The namespace is given up when the process cannot be started.
func createProcess(root string, args []string) (*process, error) {
	ns := NewNamespace(root)
	if len(args) == 0 {
		ns.DecRef()
		return nil, errClosed
	}
	return &process{ns: ns}, nil
}

// The field has one reference, and the caller the other.
func (p *process) enter(ns *namespace) *namespace {
	ns.IncRef()
	p.ns = ns
	p.ns.IncRef()
	return ns
}

// Each field has a reference.
func (p *process) move(ns *namespace) {
	p.leave()
	ns.IncRef()
	p.ns = ns
	p.root.IncRef()
	ns.IncRef()
	p.last = ns
}

// The namespace is stored first, and then retained.
func (p *process) join(ns *namespace) {
	p.leave()
	p.ns = ns
	if p.ns != nil {
		p.ns.IncRef()
	}
}
