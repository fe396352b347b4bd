// truth: correct
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type document struct {
	ID   string         `json:"id"`
	Body map[string]any `json:"body"`
}

var errRejected = errors.New("rejected by the store")

// pack returns the compressed documents, one JSON value per line. The caller
// owns the buffer.
func pack(docs []document) (rcpool.Ref[bytes.Buffer], error) {
	out := stdpool.Buffer()
	defer rcpool.Drop(&out)
	gz := stdpool.GzipWriter(out.Value(), gzip.BestSpeed)
	defer gz.Release()
	for _, d := range docs {
		if err := packOne(gz.Value(), d); err != nil {
			return rcpool.Ref[bytes.Buffer]{}, err
		}
	}
	if err := gz.Value().Close(); err != nil {
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	return rcpool.Move(&out), nil
}

func packOne(w io.Writer, d document) error {
	line, err := stdpool.EncodeJSON(d)
	if err != nil {
		return fmt.Errorf("document %s: %w", d.ID, err)
	}
	defer line.Release()
	line.Value().WriteByte('\n')
	_, err = line.Value().WriteTo(w)
	return err
}

// A segment owns a packed buffer until it has been stored.
type segment struct {
	name string
	data rcpool.Ref[bytes.Buffer]
}

func (s *segment) store(put func(name string, data []byte) error) error {
	if err := put(s.name, s.data.Value().Bytes()); err != nil {
		return fmt.Errorf("segment %s: %w", s.name, err)
	}
	return nil
}

func (s *segment) close() { rcpool.Drop(&s.data) }

func unpack(data []byte) (int, error) {
	zr, err := stdpool.GzipReader(bytes.NewReader(data))
	if err != nil {
		return 0, err
	}
	defer zr.Release()
	text := stdpool.Buffer()
	defer text.Release()
	if _, err := text.Value().ReadFrom(zr.Value()); err != nil {
		return 0, err
	}
	return bytes.Count(text.Value().Bytes(), []byte("\n")), nil
}

func main() {
	stored := map[string][]byte{}
	put := func(name string, data []byte) error {
		if name == "seg-1" {
			return errRejected
		}
		stored[name] = bytes.Clone(data)
		return nil
	}
	batches := [][]document{
		{{"a", map[string]any{"n": 1}}, {"b", nil}},
		{{"c", nil}},
		{{"d", map[string]any{"f": func() {}}}},
	}
	for i, docs := range batches {
		data, err := pack(docs)
		if err != nil {
			fmt.Println("pack failed", i)
			continue
		}
		seg := segment{fmt.Sprintf("seg-%d", i), data}
		err = seg.store(put)
		seg.close()
		fmt.Println(i, err)
	}
	fmt.Println(unpack(stored["seg-0"]))
	_, err := unpack([]byte("no gzip"))
	fmt.Println(err)
}
