// truth: correct

// Command parallelhash hashes the chunks of an object with pooled hashes, in parallel.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
	"sync"
)

type signer struct {
	macs   sync.Pool
	chunks sync.Pool
	size   int
}

type chunk struct {
	data []byte
	sum  [sha256.Size]byte
}

func newSigner(key []byte, size int) *signer {
	s := &signer{size: size}
	s.macs.New = func() any { return hmac.New(sha256.New, key) }
	s.chunks.New = func() any { return &chunk{data: make([]byte, 0, size)} }
	return s
}

func (s *signer) sign(c *chunk) {
	mac := s.macs.Get().(hash.Hash)
	defer s.macs.Put(mac)
	mac.Reset()
	mac.Write(c.data)
	mac.Sum(c.sum[:0])
}

// object returns the signature of all chunks of r.
func (s *signer) object(r io.Reader) (string, error) {
	var (
		wg     sync.WaitGroup
		chunks []*chunk
	)
	defer func() {
		wg.Wait() // not before the workers are done
		for _, c := range chunks {
			c.data = c.data[:0]
			c.sum = [sha256.Size]byte{}
			s.chunks.Put(c)
		}
	}()
	for {
		c := s.chunks.Get().(*chunk)
		n, err := io.ReadFull(r, c.data[:s.size])
		c.data = c.data[:n]
		chunks = append(chunks, c)
		if n > 0 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				s.sign(c)
			}()
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return "", err
		}
	}
	wg.Wait()
	mac := s.macs.Get().(hash.Hash)
	defer s.macs.Put(mac)
	mac.Reset()
	for _, c := range chunks {
		if len(c.data) > 0 {
			mac.Write(c.sum[:])
		}
	}
	return hex.EncodeToString(mac.Sum(nil))[:16], nil
}

type flaky struct {
	r io.Reader
	n int
}

func (f *flaky) Read(p []byte) (int, error) {
	if f.n--; f.n < 0 {
		return 0, errors.New("connection reset")
	}
	return f.r.Read(p)
}

func main() {
	s := newSigner([]byte("secret"), 1000)
	text := strings.Repeat("0123456789", 450)
	first, err := s.object(strings.NewReader(text))
	fmt.Println(len(first), err)
	_, err = s.object(&flaky{strings.NewReader(text), 2})
	fmt.Println(err)
	second, err := s.object(strings.NewReader(text))
	fmt.Println(first == second, err)
}
