package fixedbugs

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"unsafe"
)

// prepareTwice puts the framer back, and may return it with the iter as well.
func (c *cassandra) prepareTwice(statement string) (*prepared, *iter) {
	f, err := c.exec(statement)
	if err != nil {
		return nil, &iter{err: err}
	}
	defer framers.Put(f)
	frame, err := f.parse()
	if err != nil {
		return nil, &iter{err: err}
	}
	switch x := frame.(type) {
	case *prepared:
		return x, nil
	case error:
		return nil, &iter{framer: f, err: x} // want "(escape|double-release|use-after-release): "
	}
	return nil, nil
}

// The framer of somebody else is put back, and is returned with the iter as well
// (gocql/gocql#1112).
func (c *cassandra) executeBatch(next func() (*framer, error)) *iter {
	f, err := next()
	if err != nil {
		return &iter{err: err}
	}
	frame, err := f.parse()
	if err != nil {
		return &iter{framer: f, err: err}
	}
	if x, ok := frame.(error); ok {
		framers.Put(f)
		if c.answer == nil {
			return c.executeBatch(next)
		}
		return &iter{framer: f, err: x} // want "use-after-release: "
	}
	framers.Put(f)
	return &iter{}
}

// What was put back is returned beside the error (nats-io/nats-server,
// server/consumer.go of v2.11.8).
func (s *stream) next(seq int) (*framer, error) {
	f := framers.Get().(*framer)
	err := s.load(seq, f)
	if err != nil {
		framers.Put(f)
	}
	return f, err // want "use-after-release: "
}

// The pool gets a pointer to the queue's own field, which changes then
// (nats-io/nats-server, server/ipqueue.go of v2.9.15).
func (q *proposals) drain() {
	if q.elts != nil {
		q.pool.Put(&q.elts)
		q.elts = nil // want "use-after-release: "
	}
}

// The proposal is queued after it was put back.
func (q *proposals) proposeLate(data []byte) error {
	p := newProposal(newFramer(data))
	if q.most == 0 {
		framers.Put(p.framer)
		proposalPool.Put(p)
	}
	return q.push(p) // want "use-after-release: "
}

// The bytes of a buffer that is put back are returned
// (projectdiscovery/utils#709).
func (c *chain) fullResponse() []byte {
	buf := getBuffer()
	defer putBuffer(buf)
	buf.Write(c.headers.Bytes())
	buf.Write(c.body.Bytes())
	return buf.Bytes() // want "escape: "
}

// The string has the memory of a body that is put back
// (projectdiscovery/utils#710).
func fetchUnsafe(headers, body string) string {
	c := newChain(headers, body)
	defer c.close()
	b := c.body.Bytes()
	return unsafe.String(unsafe.SliceData(b), len(b)) // want "escape: "
}

// The deferred calls run in the wrong order, so that the writer is closed after
// it was put back (nytimes/gziphandler#6).
func serveGzipWrongOrder(w io.Writer, page []byte) error {
	gw := gzips.Get().(*gzip.Writer)
	gw.Reset(w)
	defer gw.Close() // want "use-after-release: "
	defer gzips.Put(gw)
	_, err := gw.Write(page)
	return err
}

// Close puts the writer back each time (nytimes/gziphandler#37).
func (g *gzipWriter) closeAlways() error {
	if g.gw == nil {
		return nil
	}
	err := g.gw.Close()
	gzips.Put(g.gw)
	return err
}

func serveClosedTwice(w io.Writer, page []byte) error {
	g := &gzipWriter{w: w}
	g.start()
	defer g.closeAlways()
	if _, err := g.gw.Write(page); err != nil {
		return err
	}
	return g.closeAlways() // want "double-release: "
}

// The buffer is printed after it was put back (syncthing/syncthing#7409).
func writeMessageLate(w io.Writer, msg string) error {
	buf := blocks.get(len(msg))
	copy(buf, msg)
	_, err := w.Write(buf)
	blocks.put(buf)
	if err != nil {
		debug("write", buf[:4], err) // want "use-after-release: "
	}
	return err
}

// The buffer is upgraded to a larger one, and the old one is put back twice
// (syncthing/syncthing#10113).
func copyRangeTwice(r io.Reader, n int) (sum int, err error) {
	buf := blocks.get(16)
	defer blocks.put(buf)
	if n > len(buf) {
		blocks.put(buf) // want "double-release: "
		buf = blocks.get(n)
	}
	sum, err = r.Read(buf)
	return sum, err
}

// The message is a part of the buffer (nats-io/nats-server#2344).
func loadShared(r io.Reader) (storedMsg, error) {
	buf := getBuffer()
	defer putBuffer(buf)
	if _, err := buf.ReadFrom(r); err != nil {
		return storedMsg{}, err
	}
	subj, msg, ok := bytes.Cut(buf.Bytes(), []byte{' '})
	if !ok {
		return storedMsg{}, errClosed
	}
	return storedMsg{subj, msg}, nil // want "escape: "
}

// Both Send and Abort give the connection back
// (ClickHouse/clickhouse-go#833).
func (b *batch) sendUnguarded() error {
	defer b.release(b.conn)
	if b.sent {
		return errClosed
	}
	b.sent = true
	b.conn.rows++
	return nil
}

func (b *batch) abortUnguarded() error {
	b.sent = true
	b.release(b.conn)
	return nil
}

func insertTwice() error {
	b := &batch{conn: conns.Get().(*conn), release: putConn}
	defer b.abortUnguarded()
	return b.sendUnguarded() // want "double-release: "
}

// Each Close of the body puts the decoder back
// (open-telemetry/opentelemetry-collector#13955).
func (b *decodedBody) closeEach() error {
	b.dec.src = nil
	decoders.Put(b.dec)
	return nil
}

func readTwiceClosed(r io.Reader) ([]byte, error) {
	b := &decodedBody{dec: decoders.Get().(*decoder)}
	b.dec.src = r
	defer b.closeEach()
	data, err := io.ReadAll(b)
	if err != nil {
		return nil, err
	}
	return data, b.closeEach() // want "double-release: "
}

// The data of the entry stays in it (sirupsen/logrus#796).
func logDirty(level int, message string, hook func(*entry)) {
	e := newEntry()
	e.level, e.message = level, message
	hook(e)
	e.level, e.message = 0, ""
	entries.Put(e) // missed "reset: "
}

// The context of the option stays in it (goccy/go-json#500).
func encodeDirty(ctx context.Context, v string) []byte {
	c := contexts.Get().(*encodeContext)
	c.option.ctx = ctx
	c.option.indent = true
	c.buf = append(c.buf[:0], v...)
	out := bytes.Clone(c.buf)
	c.buf = c.buf[:0]
	contexts.Put(c) // want "reset: "
	return out
}

// The body of the response reads from a buffer that is put back
// (darkweak/storages#43).
func readResponseLate(cached []byte) (*http.Response, error) {
	buf := getBuffer()
	defer putBuffer(buf)
	buf.Write(cached)
	return http.ReadResponse(bufio.NewReader(buf), nil) // missed "escape: "
}

// The queue takes a reference of its own, and that of the packet is lost
// (containers/gvisor-tap-vsock#152).
func (q *queue) receiveLost(data []byte) {
	p := NewPacketBuffer(data) // want "leak: "
	q.deliver(p)
}

// The namespace is lost when the process cannot be started (google/gvisor#12055).
func createProcessLost(root string, args []string) (*process, error) {
	ns := NewNamespace(root) // want "leak: "
	if len(args) == 0 {
		return nil, errClosed
	}
	return &process{ns: ns}, nil
}

// The namespace is retained twice for one field (apache/arrow-go,
// PreparedStatement.SetRecordReader of v18.7.0).
func (p *process) enterTwice(ns *namespace) {
	ns.IncRef()
	p.ns = ns
	p.ns.IncRef() // want "leak: "
}

// One namespace of two is retained twice.
func (p *process) moveTwice(ns *namespace) error {
	if ns == nil {
		return errClosed
	}
	p.leave()
	ns.IncRef()
	ns.IncRef() // want "leak: "
	p.ns = ns
	return nil
}

// The namespace is stored first, and then retained twice.
func (p *process) joinTwice(ns *namespace) {
	p.leave()
	p.ns = ns
	p.ns.IncRef()
	p.ns.IncRef() // want "leak: "
}
