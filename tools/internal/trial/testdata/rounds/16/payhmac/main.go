// truth: correct

package main

import (
	"bytes"
	"crypto"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

var errKey = errors.New("unknown key")

// keyring has a pool of keyed hashes for each merchant.
type keyring struct {
	mu    sync.RWMutex
	pools map[string]*rcpool.Pool[stdpool.Hasher]
}

func (k *keyring) add(merchant string, key []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.pools[merchant] = &rcpool.Pool[stdpool.Hasher]{
		Name: "hmac " + merchant,
		New:  func() *stdpool.Hasher { return &stdpool.Hasher{Hash: hmac.New(sha256.New, key)} },
	}
}

func (k *keyring) lease(merchant string) (rcpool.Ref[stdpool.Hasher], error) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	p, ok := k.pools[merchant]
	if !ok {
		return rcpool.Ref[stdpool.Hasher]{}, fmt.Errorf("%s: %w", merchant, errKey)
	}
	return p.Get(), nil
}

type request struct {
	merchant string
	method   string
	path     string
	body     []byte
}

func (r *request) canonical() rcpool.Ref[bytes.Buffer] {
	digest := stdpool.Hash(crypto.SHA256)
	defer digest.Release()
	digest.Value().Write(r.body)
	buf := stdpool.Buffer()
	fmt.Fprintf(buf.Value(), "%s\n%s\n", r.method, r.path)
	var sum [sha256.Size]byte
	buf.Value().WriteString(hex.EncodeToString(digest.Value().Sum(sum[:0])))
	return buf
}

func (k *keyring) sign(r *request) (string, error) {
	text := r.canonical()
	defer text.Release()
	mac, err := k.lease(r.merchant)
	if err != nil {
		return "", err
	}
	defer mac.Release()
	text.Value().WriteTo(mac.Value())
	return hex.EncodeToString(mac.Value().Sum(nil)), nil
}

func (k *keyring) verify(r *request, signature string) error {
	want, err := k.sign(r)
	if err != nil {
		return err
	}
	if !hmac.Equal([]byte(want), []byte(signature)) {
		return errors.New("bad signature")
	}
	return nil
}

func main() {
	k := &keyring{pools: map[string]*rcpool.Pool[stdpool.Hasher]{}}
	k.add("shop", []byte("k1"))
	k.add("bar", []byte("k2"))
	var wg sync.WaitGroup
	good := make([]int, 3)
	for g := range good {
		wg.Go(func() {
			for i := range 20 {
				r := &request{[]string{"shop", "bar", "gone"}[i%3], "POST", fmt.Sprint("/pay/", i), []byte("amount=1")}
				sig, err := k.sign(r)
				if err != nil {
					continue
				}
				if i%5 == 0 {
					r.path += "x"
				}
				if k.verify(r, sig) == nil {
					good[g]++
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(good)
}
