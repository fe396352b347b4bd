// truth: use-after-release line 73 plain

// Command sigverify checks signatures of webhooks over a canonical form of
// their parameters.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
)

var canonicals = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func acquire() *bytes.Buffer {
	buf := canonicals.Get().(*bytes.Buffer)
	buf.Reset()
	return buf
}

type verifier struct {
	key     []byte
	mu      sync.Mutex
	replays map[[sha256.Size]byte]bool
}

var (
	errSignature = errors.New("signature does not match")
	errReplay    = errors.New("message was seen before")
)

func canonicalize(buf *bytes.Buffer, params map[string]string) {
	for i, name := range slices.Sorted(maps.Keys(params)) {
		if i > 0 {
			buf.WriteByte('&')
		}
		buf.WriteString(name)
		buf.WriteByte('=')
		buf.WriteString(params[name])
	}
}

func (v *verifier) sign(params map[string]string) string {
	buf := acquire()
	defer canonicals.Put(buf)
	canonicalize(buf, params)
	mac := hmac.New(sha256.New, v.key)
	mac.Write(buf.Bytes())
	return hex.EncodeToString(mac.Sum(nil))
}

func (v *verifier) verify(params map[string]string, signature string) error {
	want, err := hex.DecodeString(signature)
	if err != nil {
		return fmt.Errorf("signature: %w", err)
	}
	buf := acquire()
	canonicalize(buf, params)
	message := buf.Bytes()
	mac := hmac.New(sha256.New, v.key)
	mac.Write(message)
	if !hmac.Equal(mac.Sum(nil), want) {
		canonicals.Put(buf)
		return errSignature
	}
	canonicals.Put(buf)
	digest := sha256.Sum256(message)
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.replays[digest] {
		return errReplay
	}
	v.replays[digest] = true
	return nil
}

func main() {
	v := &verifier{key: []byte("s3cret"), replays: make(map[[sha256.Size]byte]bool)}
	for i := range 4 {
		params := map[string]string{"event": "paid", "id": fmt.Sprint(i / 2), "amount": "12.50"}
		signature := v.sign(params)
		fmt.Println(i, v.verify(params, signature))
		params["amount"] = "0.01"
		fmt.Println(i, v.verify(params, signature))
	}
	fmt.Println(v.verify(nil, "xyz"))
}
