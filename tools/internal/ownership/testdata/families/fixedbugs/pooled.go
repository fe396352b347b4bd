// Package fixedbugs has mistakes as public modules had them, shortened, and the
// same functions after the fix. Each case names the issue or the change.
package fixedbugs

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log"
	"sync"
)

var errClosed = errors.New("closed")

// gocql: a framer reads and writes the frames of a connection.

type framer struct{ buf []byte }

var framers = sync.Pool{New: func() any { return new(framer) }}

func (f *framer) parse() (any, error) {
	if len(f.buf) == 0 {
		return nil, errClosed
	}
	if f.buf[0] == 'p' {
		return &prepared{id: string(f.buf)}, nil
	}
	return errClosed, nil
}

type prepared struct{ id string }

// An iter owns its framer, if it has one.
type iter struct {
	framer *framer
	err    error
}

func (it *iter) close() error {
	if it.framer != nil {
		framers.Put(it.framer)
		it.framer = nil
	}
	return it.err
}

type cassandra struct{ answer []byte }

func (c *cassandra) exec(statement string) (*framer, error) {
	if statement == "" {
		return nil, errClosed
	}
	f := framers.Get().(*framer)
	f.buf = append(f.buf[:0], c.answer...)
	return f, nil
}

// nats-server: a stream loads messages, and a queue takes proposals.

type stream struct{ msgs [][]byte }

func (s *stream) load(seq int, f *framer) error {
	if seq >= len(s.msgs) {
		return errClosed
	}
	f.buf = append(f.buf[:0], s.msgs[seq]...)
	return nil
}

func newFramer(data []byte) *framer {
	f := framers.Get().(*framer)
	f.buf = append(f.buf[:0], data...)
	return f
}

type proposal struct {
	*framer
	reply string
}

var proposalPool = sync.Pool{New: func() any { return new(proposal) }}

func newProposal(f *framer) *proposal {
	p := proposalPool.Get().(*proposal)
	p.framer, p.reply = f, ""
	return p
}

type proposals struct {
	elts []*proposal
	most int
	pool *sync.Pool
}

func (q *proposals) push(p *proposal) error {
	if len(q.elts) == q.most {
		return errClosed
	}
	q.elts = append(q.elts, p)
	return nil
}

// projectdiscovery/utils: a chain reads responses into buffers.

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getBuffer() *bytes.Buffer {
	buf := buffers.Get().(*bytes.Buffer)
	buf.Reset()
	return buf
}

func putBuffer(buf *bytes.Buffer) {
	buf.Reset()
	buffers.Put(buf)
}

type chain struct{ headers, body *bytes.Buffer }

func newChain(headers, body string) *chain {
	c := &chain{headers: getBuffer(), body: getBuffer()}
	c.headers.WriteString(headers)
	c.body.WriteString(body)
	return c
}

func (c *chain) close() {
	putBuffer(c.headers)
	putBuffer(c.body)
	c.headers, c.body = nil, nil
}

// gziphandler: a writer compresses a response.

var gzips = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

type gzipWriter struct {
	gw *gzip.Writer
	w  io.Writer
}

func (g *gzipWriter) start() {
	g.gw = gzips.Get().(*gzip.Writer)
	g.gw.Reset(g.w)
}

// syncthing: messages are marshaled into buffers of a pool.

type bytePool struct{ p sync.Pool }

var blocks = bytePool{sync.Pool{New: func() any { return make([]byte, 1024) }}}

func (p *bytePool) get(n int) []byte {
	b := p.p.Get().([]byte)
	return b[:n]
}

func (p *bytePool) put(b []byte) {
	p.p.Put(b[:cap(b)]) //rcpool:ignore the pool has slices on purpose
}

func debug(args ...any) {
	if len(args) > 8 {
		log.Print(args...)
	}
}

// nats-server: stored messages are parts of a buffer.

type storedMsg struct{ subj, msg []byte }

// clickhouse-go: a batch has a connection until it is released.

type batch struct {
	conn    *conn
	release func(*conn)
	sent    bool
}

type conn struct{ rows int }

var conns = sync.Pool{New: func() any { return new(conn) }}

func putConn(c *conn) {
	c.rows = 0
	conns.Put(c)
}

// opentelemetry-collector: a decoder is put back when its body is closed.

type decoder struct{ src io.Reader }

func (d *decoder) Read(p []byte) (int, error) { return d.src.Read(p) }

var decoders = sync.Pool{New: func() any { return new(decoder) }}

type decodedBody struct {
	dec *decoder
}

func (b *decodedBody) Read(p []byte) (int, error) { return b.dec.Read(p) }

// logrus and go-json: objects that are put back are not reset as a whole.

type entry struct {
	level   int
	message string
	data    map[string]any
}

var entries = sync.Pool{New: func() any { return &entry{data: map[string]any{}} }}

func newEntry() *entry { return entries.Get().(*entry) }

type options struct {
	ctx    context.Context
	indent bool
}

type encodeContext struct {
	buf    []byte
	option options
}

var contexts = sync.Pool{New: func() any { return new(encodeContext) }}

// encode resets what it has used, but for the context that may be there.
func encode(v string) []byte {
	c := contexts.Get().(*encodeContext)
	c.option.indent = false
	c.buf = append(c.buf[:0], v...)
	out := bytes.Clone(c.buf)
	c.buf = c.buf[:0]
	contexts.Put(c)
	return out
}
