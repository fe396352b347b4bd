// truth: double-release line 78,80,105 hard

// Command assetindex keeps assets of a web application in memory, by path and
// by the hash in their names.
package main

import (
	"bytes"
	"compress/flate"
	"crypto"
	_ "crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Asset struct {
	path string
	hash string
	raw  int
	body bytes.Buffer
}

func (a *Asset) Reset() {
	a.path, a.hash, a.raw = "", "", 0
	a.body.Reset()
}

var assets = rcpool.Pool[Asset]{
	Name: "web.assets",
	Keep: func(a *Asset) bool { return a.body.Cap() <= 1<<20 },
}

func fingerprint(content string) string {
	h := stdpool.Hash(crypto.SHA256)
	defer h.Release()
	h.Value().Write([]byte(content))
	return hex.EncodeToString(h.Value().Sum(nil)[:4])
}

func (a *Asset) pack(content string) error {
	fw := stdpool.FlateWriter(&a.body, flate.BestSpeed)
	defer fw.Release()
	if _, err := fw.Value().Write([]byte(content)); err != nil {
		return err
	}
	a.raw = len(content)
	return fw.Value().Close()
}

type index struct {
	mu     sync.RWMutex
	byPath map[string]rcpool.Ref[Asset]
	byHash map[string]rcpool.Ref[Asset]
}

var errExists = errors.New("asset exists")

func (x *index) add(path, content string) error {
	ref := assets.Get()
	defer rcpool.Drop(&ref)
	a := ref.Value()
	a.path, a.hash = path, fingerprint(content)
	if err := a.pack(content); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if _, ok := x.byPath[path]; ok {
		return fmt.Errorf("%s: %w", path, errExists)
	}
	if _, ok := x.byHash[a.hash]; !ok {
		x.byHash[a.hash] = ref
	}
	x.byPath[path] = rcpool.Move(&ref)
	return nil
}

// open returns an asset by its path or hash. The caller owns it if ok is true.
func (x *index) open(name string) (ref rcpool.Ref[Asset], ok bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if ref, ok = x.byPath[name]; !ok {
		if ref, ok = x.byHash[name]; !ok {
			return rcpool.Ref[Asset]{}, false
		}
	}
	return ref.Retain(), true
}

func (x *index) clear() {
	x.mu.Lock()
	defer x.mu.Unlock()
	for path, ref := range x.byPath {
		delete(x.byPath, path)
		ref.Release()
	}
	for hash, ref := range x.byHash {
		delete(x.byHash, hash)
		ref.Release()
	}
}

func main() {
	x := &index{byPath: map[string]rcpool.Ref[Asset]{}, byHash: map[string]rcpool.Ref[Asset]{}}
	app := strings.Repeat("console.log('app');\n", 40)
	fmt.Println(x.add("/app.js", app), x.add("/copy.js", app), x.add("/app.js", "other"))
	for _, name := range []string{"/app.js", fingerprint(app), "/none"} {
		ref, ok := x.open(name)
		if !ok {
			fmt.Println(name, "is missing")
			continue
		}
		a := ref.Value()
		fmt.Println(a.path, a.raw, a.body.Len() < a.raw)
		ref.Release()
	}
	x.clear()
}
