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

// After go-resty/resty#745: the body gives the buffer up when it is closed, and
// so does the retry.
func sendRequest(ctx context.Context, payload string) error {
	buf := buffers.Get()
	buf.Value().WriteString(payload)
	b := newBody(buf)
	err := transmit(ctx, b)
	b.Close()
	if err != nil {
		buf.Release() // want "double-release: "
		return errSend
	}
	return nil
}

// After go-resty/resty#421: the bytes are returned, the buffer goes back.
func marshal(v any) ([]byte, error) {
	buf := buffers.Get()
	defer buf.Release()
	encoder := json.NewEncoder(buf.Value())
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return buf.Value().Bytes(), nil // want "escape: "
}

// After darkweak/storages#47: the response reads its body from the buffer.
func readResponse(stored []byte, r *http.Request) (*http.Response, error) {
	buf := buffers.Get()
	defer buf.Release()
	buf.Value().Write(stored)
	return http.ReadResponse(bufio.NewReader(buf.Value()), r) // missed "escape: "
}

// After containers/gvisor-tap-vsock#152: the queue has a reference of its own,
// and the first one is forgotten.
func enqueuePacket(q *packetQueue, p []byte) {
	block := blocks.Get() // want "leak: "
	block.Value().append(p)
	q.push(&block)
}

// After xxddpac/go-flow#6: the consumer gets what is overwritten by the next
// message.
func produceTraffic(ctx context.Context, in io.Reader, out chan<- *Block) error {
	for {
		block, err := readBlock(in)
		if err != nil {
			return err
		}
		select {
		case out <- block.Value(): // want "escape: "
		case <-ctx.Done():
			block.Release()
			return ctx.Err()
		}
		block.Release()
	}
}

// After cockroachdb/pebble 920d4db36: finish has given the block up when the
// deferred close does it again.
func writeTable(out io.Writer, p []byte) error {
	w := newTableWriter(out)
	defer w.close()
	w.block.Value().append(p)
	return w.finish() // want "double-release: "
}

// After cockroachdb/pebble 69a82fe41: the index keeps a key that is a part of
// the block.
func (w *tableWriter) enter(in io.Reader, offset int) error {
	block, err := readBlock(in)
	if err != nil {
		return err
	}
	defer block.Release()
	if err := verify(block.Value()); err != nil {
		return err
	}
	w.index = append(w.index, blockHandle{offset: offset, firstKey: block.Value().bytes[:2]}) // want "escape: "
	return nil
}

// After cockroachdb/pebble 5ab34209a: when the context ends, the log goes on
// reading.
func commit(ctx context.Context, log io.Writer, p []byte) error {
	batch := blocks.Get()
	defer batch.Release()
	b := batch.Value()
	b.append(p)
	synced := make(chan error, 1)
	go func() { // want "escape: "
		_, err := log.Write(b.bytes)
		synced <- err
	}()
	select {
	case err := <-synced:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// After apache/arrow#36858: what was decoded before the panic is lost.
func decodeColumn(in io.Reader) (c *column, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errCorrupt
		}
	}()
	block, err := readBlock(in) // want "leak: "
	if err != nil {
		return nil, err
	}
	if block.Value().bytes[0] == 0 {
		panic("no type")
	}
	c = newColumn([]rcpool.Ref[Block]{block})
	block.Release()
	return c, nil
}

// After apache/arrow-go: the column retains, so the builder's own references
// are to be given up as well.
func buildColumn(parts [][]byte) *column {
	var chunks []rcpool.Ref[Block]
	for _, part := range parts {
		chunk := blocks.Get() // want "leak: "
		chunk.Value().append(part)
		chunks = append(chunks, chunk)
	}
	return newColumn(chunks)
}

// After parquet-go/parquet-go#300: a page that can not be read is not given
// back.
func sumPages(in io.Reader) (sum uint32, err error) {
	for {
		page, err := readBlock(in) // want "leak: "
		if err == io.EOF {
			return sum, nil
		}
		if err != nil {
			return sum, err
		}
		if err := verify(page.Value()); err != nil {
			return sum, err
		}
		sum += page.Value().Sum
		page.Release()
	}
}

// After grafana/loki#9976: the variable is released, and not yet replaced when
// the function is left.
func lastBlock(in io.Reader) (sum uint32, err error) {
	block := blocks.Get()
	defer func() { block.Release() }()
	for {
		block.Release() // want "double-release: "
		next, err := readBlock(in)
		if err != nil {
			return sum, err
		}
		block = next
		sum = block.Value().Sum
	}
}

// After rs/zerolog#277: the entry is gone when it is sent.
func logRequest(w io.Writer, method string, err error) {
	e := newEntry().str("method", method)
	e.send(w)
	if err != nil {
		e.str("error", err.Error()) // want "use-after-release: "
	}
}

// Two blocks in turn: the last one was given up when it is compared with.
func countRepeats(in io.Reader) (repeats int) {
	var last *Block
	for {
		block, err := readBlock(in)
		if err != nil {
			return repeats
		}
		b := block.Value()
		if last != nil && bytes.Equal(last.bytes, b.bytes) { // want "use-after-release: "
			repeats++
		}
		last = b
		block.Release()
	}
}
