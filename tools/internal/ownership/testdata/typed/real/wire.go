// Package real has mistakes of the kinds that well-known programs made and
// mended, and the mended programs beside them.
package real

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/rcpool/rcpool"
)

// A Block is written to a table, and read from it.
type Block struct {
	Kind  int
	Sum   uint32
	bytes []byte
}

// Reset keeps the capacity of the block.
func (b *Block) Reset() {
	b.Kind = 0
	b.Sum = 0
	b.bytes = b.bytes[:0]
}

func (b *Block) append(p []byte) { b.bytes = append(b.bytes, p...) }

var (
	blocks  = rcpool.Pool[Block]{Name: "blocks"}
	buffers = rcpool.Pool[bytes.Buffer]{Name: "buffers"}
)

var (
	errCorrupt = errors.New("block is corrupt")
	errSend    = errors.New("request was not sent")
)

// readBlock reads the next block from a table, which there is only without an
// error.
func readBlock(r io.Reader) (rcpool.Ref[Block], error) {
	ref := blocks.Get()
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		ref.Release()
		return rcpool.Ref[Block]{}, err
	}
	ref.Value().append(head[:])
	return ref, nil
}

func verify(b *Block) error {
	if b.Kind < 0 {
		return errCorrupt
	}
	return nil
}

// transmit sends a request.
func transmit(ctx context.Context, body io.Reader) error {
	_, err := io.Copy(io.Discard, body)
	return errors.Join(err, ctx.Err())
}

// A body is what a transport reads, and closes when it has sent it.
type body struct {
	*bytes.Reader
	buf rcpool.Ref[bytes.Buffer]
}

func newBody(buf rcpool.Ref[bytes.Buffer]) *body {
	return &body{bytes.NewReader(buf.Value().Bytes()), buf}
}

// Close gives up the buffer. It must be called once.
func (b *body) Close() error {
	b.buf.Release()
	return nil
}

// A blockHandle tells where a block is, and which is its first key.
type blockHandle struct {
	offset   int
	firstKey []byte
}

// A tableWriter owns the block that it is at until it is finished or closed.
type tableWriter struct {
	out   io.Writer
	block rcpool.Ref[Block]
	index []blockHandle
}

func newTableWriter(out io.Writer) *tableWriter {
	return &tableWriter{out: out, block: blocks.Get()}
}

// finish writes the last block and gives it up.
func (w *tableWriter) finish() error {
	_, err := w.out.Write(w.block.Value().bytes)
	w.block.Release()
	return err
}

// close gives up the last block.
func (w *tableWriter) close() {
	w.block.Release()
}

// A safeWriter is a tableWriter that knows whether it is done.
type safeWriter struct {
	out   io.Writer
	block rcpool.Ref[Block]
}

func newSafeWriter(out io.Writer) *safeWriter {
	return &safeWriter{out: out, block: blocks.Get()}
}

// finish writes the last block and gives it up.
func (w *safeWriter) finish() error {
	_, err := w.out.Write(w.block.Value().bytes)
	rcpool.Drop(&w.block)
	return err
}

// close gives up the last block if there is one.
func (w *safeWriter) close() {
	rcpool.Drop(&w.block)
}

// A column of a record has references of its own to the blocks it is made of.
type column struct {
	chunks []rcpool.Ref[Block]
}

// release gives up the chunks.
func (c *column) release() {
	for i := range c.chunks {
		rcpool.Drop(&c.chunks[i])
	}
}

// newColumn takes references to the chunks, which stay the caller's.
func newColumn(chunks []rcpool.Ref[Block]) *column {
	c := &column{}
	for _, chunk := range chunks {
		c.chunks = append(c.chunks, chunk.Retain())
	}
	return c
}

// A packetQueue takes references of its own to what it queues.
type packetQueue struct {
	blocks chan rcpool.Ref[Block]
}

// push queues the block, which stays the caller's.
func (q *packetQueue) push(b *rcpool.Ref[Block]) {
	q.blocks <- b.Retain()
}

// An entry is built field by field, and gone when it is sent.
type entry struct {
	buf rcpool.Ref[bytes.Buffer]
}

func newEntry() *entry { return &entry{buffers.Get()} }

func (e *entry) str(key, value string) *entry {
	buf := e.buf.Value()
	buf.WriteString(key)
	buf.WriteByte('=')
	buf.WriteString(value)
	return e
}

// send writes the entry, and gives it up.
func (e *entry) send(w io.Writer) {
	_, _ = w.Write(e.buf.Value().Bytes())
	e.buf.Release()
}
