// truth: correct
package main

import (
	"bytes"
	"compress/gzip"
	"crypto"
	_ "crypto/sha256"
	"errors"
	"fmt"
	"io"
	"sort"

	"github.com/rcpool/rcpool/stdpool"
)

type files map[string][]byte

// backup writes the files to w, compressed, and returns their checksum.
func backup(w io.Writer, f files) (sum [32]byte, err error) {
	buffered := stdpool.BufioWriter(w)
	defer buffered.Release()
	gz := stdpool.GzipWriter(buffered.Value(), gzip.BestSpeed)
	defer gz.Release()
	defer func() {
		err = errors.Join(err, gz.Value().Close(), buffered.Value().Flush())
	}()
	hash := stdpool.Hash(crypto.SHA256)
	defer hash.Release()
	out := io.MultiWriter(gz.Value(), hash.Value())
	names := make([]string, 0, len(f))
	for name := range f {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if name == "" {
			return sum, errors.New("file without a name")
		}
		if _, err := fmt.Fprintf(out, "%s %d\n", name, len(f[name])); err != nil {
			return sum, err
		}
		if _, err := out.Write(f[name]); err != nil {
			return sum, err
		}
	}
	hash.Value().Sum(sum[:0])
	return sum, nil
}

func restore(r io.Reader) (sum [32]byte, err error) {
	zr, err := stdpool.GzipReader(r)
	if err != nil {
		return sum, err
	}
	defer zr.Release()
	in := stdpool.BufioReader(zr.Value())
	defer in.Release()
	hash := stdpool.Hash(crypto.SHA256)
	defer hash.Release()
	if _, err := in.Value().WriteTo(hash.Value()); err != nil {
		return sum, err
	}
	hash.Value().Sum(sum[:0])
	return sum, nil
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func main() {
	f := files{"a": bytes.Repeat([]byte("abc"), 10_000), "b": []byte("short")}
	var out bytes.Buffer
	sum, err := backup(&out, f)
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := restore(bytes.NewReader(out.Bytes()))
	fmt.Println(sum == again, err, out.Len() < 1000)
	_, err = restore(bytes.NewReader(out.Bytes()[:out.Len()/2]))
	fmt.Println(errors.Is(err, io.ErrUnexpectedEOF))
	_, err = restore(bytes.NewReader(nil))
	fmt.Println(errors.Is(err, io.EOF))
	_, err = backup(broken{}, f)
	fmt.Println(errors.Is(err, io.ErrClosedPipe))
	_, err = backup(io.Discard, files{"": nil})
	fmt.Println(err)
}
