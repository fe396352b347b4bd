package real

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"

	"github.com/rcpool/rcpool"
)

// The buffer is the body's alone, which gives it up when it is closed.
func sendRequestOnce(ctx context.Context, payload string) error {
	buf := buffers.Get()
	buf.Value().WriteString(payload)
	b := newBody(buf)
	defer b.Close()
	if err := transmit(ctx, b); err != nil {
		return errSend
	}
	return nil
}

// The bytes are cloned.
func marshalCloned(v any) ([]byte, error) {
	buf := buffers.Get()
	defer buf.Release()
	encoder := json.NewEncoder(buf.Value())
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return bytes.Clone(buf.Value().Bytes()), nil
}

// The response reads its body from memory of its own.
func readResponseCopied(stored []byte, r *http.Request) (*http.Response, error) {
	buf := buffers.Get()
	defer buf.Release()
	buf.Value().Write(stored)
	return http.ReadResponse(bufio.NewReader(bytes.NewReader(bytes.Clone(buf.Value().Bytes()))), r)
}

// The queue has a reference of its own, and the first one is given up.
func enqueuePacketReleased(q *packetQueue, p []byte) {
	block := blocks.Get()
	block.Value().append(p)
	q.push(&block)
	block.Release()
}

// The consumer gets the reference, unless the context ends.
func produceTrafficOwned(ctx context.Context, in io.Reader, out chan<- rcpool.Ref[Block]) error {
	for {
		block, err := readBlock(in)
		if err != nil {
			return err
		}
		select {
		case out <- block:
		case <-ctx.Done():
			block.Release()
			return ctx.Err()
		}
	}
}

// finish leaves nothing to the deferred close.
func writeTableOnce(out io.Writer, p []byte) error {
	w := newSafeWriter(out)
	defer w.close()
	w.block.Value().append(p)
	return w.finish()
}

// The index keeps a copy of the key.
func (w *tableWriter) indexCopied(in io.Reader, offset int) error {
	block, err := readBlock(in)
	if err != nil {
		return err
	}
	defer block.Release()
	if err := verify(block.Value()); err != nil {
		return err
	}
	key := append([]byte(nil), block.Value().bytes[:2]...)
	w.index = append(w.index, blockHandle{offset: offset, firstKey: key})
	return nil
}

// The log has a reference of its own until it has written.
func commitRetained(ctx context.Context, log io.Writer, p []byte) error {
	batch := blocks.Get()
	defer batch.Release()
	batch.Value().append(p)
	synced := make(chan error, 1)
	logged := batch.Retain()
	go func() {
		defer logged.Release()
		_, err := log.Write(logged.Value().bytes)
		synced <- err
	}()
	select {
	case err := <-synced:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The deferred release runs after a panic, too.
func decodeColumnReleased(in io.Reader) (c *column, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errCorrupt
		}
	}()
	block, err := readBlock(in)
	if err != nil {
		return nil, err
	}
	defer block.Release()
	if block.Value().bytes[0] == 0 {
		panic("no type")
	}
	return newColumn([]rcpool.Ref[Block]{block}), nil
}

// The builder gives its own references up when the column has taken its.
func buildColumnReleased(parts [][]byte) *column {
	var chunks []rcpool.Ref[Block]
	for _, part := range parts {
		chunk := blocks.Get()
		chunk.Value().append(part)
		chunks = append(chunks, chunk)
	}
	c := newColumn(chunks)
	for _, chunk := range chunks {
		chunk.Release()
	}
	return c
}

// Each page is given back, whatever it is like.
func sumPagesReleased(in io.Reader) (sum uint32, err error) {
	for {
		page, err := readBlock(in)
		if err == io.EOF {
			return sum, nil
		}
		if err != nil {
			return sum, err
		}
		err = verify(page.Value())
		if err == nil {
			sum += page.Value().Sum
		}
		page.Release()
		if err != nil {
			return sum, err
		}
	}
}

// The variable is zero while it is not replaced.
func lastBlockDropped(in io.Reader) (sum uint32, err error) {
	block := blocks.Get()
	defer func() { rcpool.Drop(&block) }()
	for {
		rcpool.Drop(&block)
		next, err := readBlock(in)
		if err != nil {
			return sum, err
		}
		block = next
		sum = block.Value().Sum
	}
}

// The entry is complete when it is sent.
func logRequestComplete(w io.Writer, method string, err error) {
	e := newEntry().str("method", method)
	if err != nil {
		e.str("error", err.Error())
	}
	e.send(w)
}

// Two blocks in turn: the last one is given up when the next one takes its
// place.
func countRepeatsHeld(in io.Reader) (repeats int) {
	var last rcpool.Ref[Block]
	defer func() { rcpool.Drop(&last) }()
	for {
		block, err := readBlock(in)
		if err != nil {
			return repeats
		}
		if !last.IsZero() && bytes.Equal(last.Value().bytes, block.Value().bytes) {
			repeats++
		}
		rcpool.Drop(&last)
		last = block
	}
}
