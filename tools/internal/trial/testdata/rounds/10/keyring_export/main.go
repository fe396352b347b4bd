// truth: escape line 59 callee
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

const keySize = 32

// Material is secret: its memory is cleared when it goes back.
type Material struct {
	bytes [64]byte
	n     int
}

func (m *Material) Reset() { *m = Material{} }

func (m *Material) key() []byte { return m.bytes[:m.n] }

func (m *Material) derive(secret, label string) {
	sum := sha256.Sum256([]byte(secret + "/" + label))
	m.n = copy(m.bytes[:], sum[:])
}

type Keyring struct {
	pool   rcpool.Pool[Material]
	secret string
	mu     sync.Mutex
	uses   map[string]int
}

var errLabel = errors.New("keyring: empty label")

func (k *Keyring) open(label string) (rcpool.Ref[Material], error) {
	if label == "" {
		return rcpool.Ref[Material]{}, errLabel
	}
	ref := k.pool.Get()
	ref.Value().derive(k.secret, label)
	k.mu.Lock()
	k.uses[label]++
	k.mu.Unlock()
	return ref, nil
}

// Export returns the key of a label for the backup.
func (k *Keyring) Export(label string) ([]byte, error) {
	ref, err := k.open(label)
	if err != nil {
		return nil, err
	}
	defer ref.Release()
	return ref.Value().key(), nil
}

func main() {
	k := &Keyring{secret: "s3cret", uses: map[string]int{}}
	_, err := k.Export("")
	fmt.Println(err)
	key, err := k.Export("backup")
	if err != nil {
		panic(err)
	}
	want := sha256.Sum256([]byte("s3cret/backup"))
	if got := hex.EncodeToString(key); len(key) != keySize || got != hex.EncodeToString(want[:]) {
		panic("wrong key: " + got)
	}
}
