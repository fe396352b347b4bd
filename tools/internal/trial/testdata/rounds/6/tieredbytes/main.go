// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strings"
	"sync"
)

const (
	minShift = 8
	classes  = 9
)

// A Slab is a pool of byte slices by power of two.
type Slab struct{ tiers [classes]sync.Pool }

func class(n int) int {
	if n <= 1<<minShift {
		return 0
	}
	return bits.Len(uint(n-1)) - minShift
}

// Get returns a slice of length n. Very long ones are not from a pool.
func (s *Slab) Get(n int) *[]byte {
	i := class(n)
	if i >= classes {
		b := make([]byte, n)
		return &b
	}
	if b, ok := s.tiers[i].Get().(*[]byte); ok {
		*b = (*b)[:n]
		return b
	}
	b := make([]byte, n, 1<<(i+minShift))
	return &b
}

// Put takes a slice back, which belongs to the tier of its capacity.
func (s *Slab) Put(b *[]byte) {
	c := cap(*b)
	i := class(c)
	if i >= classes || c != 1<<(i+minShift) {
		return
	}
	*b = (*b)[:c]
	s.tiers[i].Put(b)
}

var slab Slab

// readAll reads r into a slice of the slab, which grows as needed. The caller
// gives it back.
func readAll(r io.Reader, limit int) (*[]byte, error) {
	b := slab.Get(1 << minShift)
	used := 0
	for {
		if used == len(*b) {
			if used >= limit {
				slab.Put(b)
				return nil, errLimit
			}
			larger := slab.Get(2 * len(*b))
			copy(*larger, *b)
			slab.Put(b)
			b = larger
		}
		n, err := r.Read((*b)[used:])
		used += n
		if err == io.EOF {
			*b = (*b)[:used]
			return b, nil
		}
		if err != nil {
			slab.Put(b)
			return nil, err
		}
	}
}

var errLimit = errors.New("body is too long")

func count(r io.Reader, word string) (int, error) {
	b, err := readAll(r, 1<<18)
	if err != nil {
		return 0, err
	}
	defer slab.Put(b)
	return bytes.Count(*b, []byte(word)), nil
}

func main() {
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for j := range 30 {
				n := 1 + 1000*i + 37*j
				got, err := count(strings.NewReader(strings.Repeat("go ", n)), "go")
				if got != n || err != nil {
					fmt.Println(got, n, err)
				}
			}
		})
	}
	wg.Wait()
	_, err := count(strings.NewReader(strings.Repeat("x", 1<<19)), "x")
	fmt.Println(errors.Is(err, errLimit))
	_, err = count(io.MultiReader(strings.NewReader("a"), &failing{}), "a")
	fmt.Println(err)
}

type failing struct{}

func (*failing) Read([]byte) (int, error) { return 0, io.ErrNoProgress }
