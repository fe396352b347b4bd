// truth: leak line 79 plain

// Command avatars accepts pictures of users.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Picture struct {
	Owner  string
	Format string
	Data   []byte
}

func (p *Picture) Reset() { *p = Picture{Data: p.Data[:0]} }

var pictures = rcpool.Pool[Picture]{Name: "pictures"}

var (
	errFormat = errors.New("unknown format")
	errSize   = errors.New("picture is too large")
)

type gallery struct {
	mu   sync.Mutex
	sums map[string]uint32
}

func (g *gallery) save(p *Picture) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sums[p.Owner] = crc32.ChecksumIEEE(p.Data)
}

func sniff(data []byte) (string, error) {
	switch {
	case bytes.HasPrefix(data, []byte("GIF8")):
		return "gif", nil
	case bytes.HasPrefix(data, []byte("\x89PNG")):
		return "png", nil
	}
	return "", errFormat
}

const limit = 1 << 10

func readAll(p *Picture, r io.Reader) error {
	for {
		if len(p.Data) > limit {
			return errSize
		}
		if len(p.Data) == cap(p.Data) {
			p.Data = append(p.Data, 0)[:len(p.Data)]
		}
		n, err := r.Read(p.Data[len(p.Data):cap(p.Data)])
		p.Data = p.Data[:len(p.Data)+n]
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (g *gallery) upload(owner string, body io.Reader) (string, error) {
	if owner == "" {
		return "", errors.New("who are you?")
	}
	pic := pictures.Get()
	v := pic.Value()
	v.Owner = owner
	if err := readAll(v, body); err != nil {
		pic.Release()
		return "", fmt.Errorf("upload of %s: %w", owner, err)
	}
	format, err := sniff(v.Data)
	if err != nil {
		return "", fmt.Errorf("upload of %s: %w", owner, err)
	}
	v.Format = format
	g.save(v)
	pic.Release()
	return format, nil
}

func main() {
	g := &gallery{sums: map[string]uint32{}}
	for owner, body := range map[string]string{
		"ann": "GIF89a......",
		"bob": "\x89PNG\r\n\x1a\n",
		"cyd": "BM......",
		"dan": "GIF8" + strings.Repeat(".", 5000),
		"":    "GIF8",
	} {
		format, err := g.upload(owner, strings.NewReader(body))
		fmt.Println(format, err)
	}
	fmt.Println(len(g.sums))
}
