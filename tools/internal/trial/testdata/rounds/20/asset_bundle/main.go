// truth: leak line 62 callee

// A game client loads assets that levels share.
package main

import (
	"errors"
	"fmt"
	"sync/atomic"
)

type Asset struct {
	refs   atomic.Int32
	name   string
	format string
	data   []byte
}

var loaded atomic.Int32

// NewAsset returns an asset with one reference.
func NewAsset(name, format string, size int) *Asset {
	loaded.Add(1)
	a := &Asset{name: name, format: format, data: make([]byte, size)}
	a.refs.Store(1)
	return a
}

func (a *Asset) Retain() { a.refs.Add(1) }

func (a *Asset) Release() {
	if a.refs.Add(-1) == 0 {
		a.data = nil
		loaded.Add(-1)
	}
}

type bundle struct {
	assets map[string]*Asset
}

// find returns an asset that the caller releases.
func (b *bundle) find(name string) (*Asset, error) {
	a, ok := b.assets[name]
	if !ok {
		return nil, fmt.Errorf("no asset %q", name)
	}
	a.Retain()
	return a, nil
}

func (b *bundle) unload() {
	for name, a := range b.assets {
		delete(b.assets, name)
		a.Release()
	}
}

var errFormat = errors.New("not a texture")

func upload(b *bundle, name string) (int, error) {
	a, err := b.find(name)
	if err != nil {
		return 0, err
	}
	if a.format != "png" && a.format != "dds" {
		return 0, fmt.Errorf("%s: %w", name, errFormat)
	}
	n := len(a.data)
	a.Release()
	return n, nil
}

func main() {
	b := &bundle{assets: map[string]*Asset{}}
	for i, format := range []string{"png", "ogg", "dds"} {
		name := fmt.Sprint("asset", i)
		b.assets[name] = NewAsset(name, format, 100*(i+1))
	}
	total := 0
	for i := range 4 {
		n, err := upload(b, fmt.Sprint("asset", i))
		if err != nil {
			fmt.Println(err)
		}
		total += n
	}
	b.unload()
	fmt.Println(total, "loaded", loaded.Load())
}
