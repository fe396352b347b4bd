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

type page struct {
	Title string `json:"title"`
	Rows  []int  `json:"rows"`
}

// compressJSON returns the gzipped encoding of v. The caller owns it.
func compressJSON(v any) (rcpool.Ref[bytes.Buffer], error) {
	plain, err := stdpool.EncodeJSON(v)
	if err != nil {
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	defer plain.Release()
	packed := stdpool.Buffer()
	gz := stdpool.GzipWriter(packed.Value(), gzip.BestSpeed)
	_, err = gz.Value().Write(plain.Value().Bytes())
	err = errors.Join(err, gz.Value().Close())
	gz.Release()
	if err != nil {
		packed.Release()
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	return packed, nil
}

// archive is a store that keeps what it is given for good.
type archive struct{ blobs map[string][]byte }

func (a *archive) put(name string, v any) error {
	packed, err := compressJSON(v)
	if err != nil {
		return fmt.Errorf("archive %s: %w", name, err)
	}
	a.blobs[name] = packed.Detach().Bytes() // nobody else has it
	return nil
}

func (a *archive) get(name string) (string, error) {
	blob, ok := a.blobs[name]
	if !ok {
		return "", errors.New("no such page")
	}
	gz, err := stdpool.GzipReader(bytes.NewReader(blob))
	if err != nil {
		return "", err
	}
	defer gz.Release()
	text := stdpool.Buffer()
	defer text.Release()
	if _, err := io.Copy(text.Value(), gz.Value()); err != nil {
		return "", err
	}
	return text.Value().String(), nil
}

func main() {
	a := &archive{blobs: map[string][]byte{}}
	fmt.Println(a.put("q1", page{Title: "first", Rows: []int{1, 2, 3}}))
	fmt.Println(a.put("q2", page{Title: "second"}))
	fmt.Println(a.put("q3", map[string]any{"f": func() {}}) != nil)
	a.blobs["bad"] = []byte("not gzip at all")
	for _, name := range []string{"q1", "q2", "q3", "bad"} {
		text, err := a.get(name)
		fmt.Println(name, text, err)
	}
}
