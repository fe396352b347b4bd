// truth: reset line 25,33 plain

// Command uploadpool receives uploads in parts and checks their digests.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log"

	"github.com/rcpool/rcpool"
)

type Upload struct {
	Name   string
	Parts  [][]byte
	Size   int64
	Digest string
	Labels map[string]string
}

func (u *Upload) Reset() {
	u.Name = ""
	clear(u.Parts)
	u.Parts = u.Parts[:0]
	u.Size = 0
	clear(u.Labels)
}

var uploads = rcpool.Pool[Upload]{
	Name: "uploads",
	New:  func() *Upload { return &Upload{Labels: make(map[string]string)} },
	Keep: func(u *Upload) bool { return cap(u.Parts) <= 128 },
}

var errDigest = errors.New("digest does not match")

func (u *Upload) add(part []byte) {
	u.Parts = append(u.Parts, bytes.Clone(part))
	u.Size += int64(len(part))
}

func (u *Upload) verify() error {
	h := sha256.New()
	for _, p := range u.Parts {
		h.Write(p)
	}
	if u.Digest != "" && u.Digest != hex.EncodeToString(h.Sum(nil)) {
		return fmt.Errorf("%s: %w", u.Name, errDigest)
	}
	return nil
}

func store(name, digest string, parts ...string) (int64, error) {
	ref := uploads.Get()
	defer ref.Release()
	u := ref.Value()
	u.Name = name
	if digest != "" {
		u.Digest = digest
	}
	u.Labels["origin"] = "cli"
	for _, p := range parts {
		u.add([]byte(p))
	}
	if err := u.verify(); err != nil {
		return 0, err
	}
	return u.Size, nil
}

func main() {
	sum := sha256.Sum256([]byte("hello world"))
	n, err := store("greeting", hex.EncodeToString(sum[:]), "hello ", "world")
	if err != nil || n != 11 {
		log.Fatal(n, err)
	}
	for range 20 {
		if _, err := store("unsigned", "", "something else"); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println("stored")
}
