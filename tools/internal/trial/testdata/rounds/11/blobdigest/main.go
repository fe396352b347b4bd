// truth: correct
package main

import (
	"bytes"
	"compress/gzip"
	"crypto"
	_ "crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type blob struct {
	body   rcpool.Ref[bytes.Buffer]
	digest string
}

func (b *blob) Close() { rcpool.Drop(&b.body) }

// unpack reads a compressed blob of at most limit bytes. The caller closes it.
func unpack(r io.Reader, limit int64) (blob, error) {
	zr, err := stdpool.GzipReader(r)
	if err != nil {
		return blob{}, fmt.Errorf("header: %w", err)
	}
	defer zr.Release()
	body := stdpool.Buffer()
	defer rcpool.Drop(&body)
	sum := stdpool.Hash(crypto.SHA256)
	defer sum.Release()

	n, err := io.Copy(io.MultiWriter(body.Value(), sum.Value()), io.LimitReader(zr.Value(), limit+1))
	if err != nil {
		return blob{}, err
	}
	if n > limit {
		return blob{}, fmt.Errorf("blob exceeds %d bytes", limit)
	}
	var raw [32]byte
	digest := hex.EncodeToString(sum.Value().Sum(raw[:0]))
	return blob{body: rcpool.Move(&body), digest: digest[:12]}, nil
}

type registry struct {
	blobs map[string]blob
}

func (g *registry) push(r io.Reader) (string, error) {
	b, err := unpack(r, 4096)
	if err != nil {
		return "", err
	}
	if _, ok := g.blobs[b.digest]; ok {
		b.Close()
		return b.digest, nil
	}
	g.blobs[b.digest] = b
	return b.digest, nil
}

func (g *registry) Close() {
	for k, b := range g.blobs {
		b.Close()
		delete(g.blobs, k)
	}
}

func pack(s string, n int) *bytes.Buffer {
	var out bytes.Buffer
	zw := stdpool.GzipWriter(&out, gzip.BestSpeed)
	defer zw.Release()
	for range n {
		if _, err := io.WriteString(zw.Value(), s); err != nil {
			panic(err)
		}
	}
	if err := zw.Value().Close(); err != nil {
		panic(err)
	}
	return &out
}

func main() {
	g := &registry{blobs: map[string]blob{}}
	defer g.Close()
	fmt.Println(g.push(pack("layer", 100)))
	fmt.Println(g.push(pack("layer", 100)))
	fmt.Println(g.push(pack("layer", 1000)))
	fmt.Println(g.push(bytes.NewBufferString("no gzip at all")))
	cut := pack("other", 50)
	cut.Truncate(cut.Len() - 4)
	fmt.Println(g.push(cut))
	fmt.Println(len(g.blobs))
}
