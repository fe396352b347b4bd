// truth: correct
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

// pack compresses src into dst.
func pack(dst io.Writer, src io.Reader) (err error) {
	gz := stdpool.GzipWriter(dst, gzip.BestSpeed)
	defer gz.Release()
	defer func() {
		err = errors.Join(err, gz.Value().Close())
	}()
	_, err = io.Copy(gz.Value(), src)
	return err
}

// unpack counts the lines of a compressed stream.
func unpack(src io.Reader) (int, error) {
	gz, err := stdpool.GzipReader(src)
	if err != nil {
		return 0, fmt.Errorf("header: %w", err)
	}
	defer gz.Release()
	lines := stdpool.BufioReader(gz.Value())
	defer lines.Release()
	for n := 0; ; n++ {
		switch _, err := lines.Value().ReadSlice('\n'); {
		case err == io.EOF:
			return n, nil
		case err != nil:
			return n, err
		}
	}
}

func roundTrip(text string) (int, error) {
	packed := stdpool.Buffer()
	defer packed.Release()
	if err := pack(packed.Value(), strings.NewReader(text)); err != nil {
		return 0, err
	}
	return unpack(packed.Value())
}

func main() {
	for _, n := range []int{0, 1, 500} {
		got, err := roundTrip(strings.Repeat("a line of the archive\n", n))
		fmt.Println(got, err)
	}
	if _, err := unpack(bytes.NewReader([]byte("not gzip"))); err != nil {
		fmt.Println(err)
	}
}
