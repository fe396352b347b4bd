// truth: unclosed line 35 plain
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"log"

	"github.com/rcpool/rcpool/stdpool"
)

type Channel struct {
	Name    string
	Samples []int16
}

type exporter struct {
	level int
	order binary.ByteOrder
}

func (e exporter) header(w io.Writer, c Channel) error {
	if _, err := fmt.Fprintf(w, "%-8s", c.Name); err != nil {
		return err
	}
	return binary.Write(w, e.order, uint32(len(c.Samples)))
}

// Export writes the channel as a compressed stream.
func (e exporter) Export(w io.Writer, c Channel) error {
	gz := stdpool.GzipWriter(w, e.level)
	defer gz.Release()
	if err := e.header(gz.Value(), c); err != nil {
		return fmt.Errorf("header of %s: %w", c.Name, err)
	}
	if err := binary.Write(gz.Value(), e.order, c.Samples); err != nil {
		return fmt.Errorf("samples of %s: %w", c.Name, err)
	}
	return gz.Value().Flush()
}

func (e exporter) verify(r io.Reader, want int) error {
	zr, err := stdpool.GzipReader(r)
	if err != nil {
		return err
	}
	defer zr.Release()
	n, err := io.Copy(io.Discard, zr.Value())
	if err != nil {
		return fmt.Errorf("after %d bytes: %w", n, err)
	}
	if int(n) != want {
		return fmt.Errorf("got %d bytes, not %d", n, want)
	}
	return nil
}

func main() {
	e := exporter{gzip.DefaultCompression, binary.LittleEndian}
	var out bytes.Buffer
	if err := e.Export(&out, Channel{"BHZ", make([]int16, 500)}); err != nil {
		log.Fatal(err)
	}
	if err := e.verify(&out, 8+4+1000); err != nil {
		log.Fatal(err)
	}
}
