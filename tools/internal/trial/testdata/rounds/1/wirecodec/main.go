// truth: use-after-release line 37 callee

// Command wirecodec frames key-value pairs with a checksum.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"log"
	"sync"

	"round/wirecodec/wire"
)

var errOdd = errors.New("odd number of strings")

// Write writes the pairs and their checksum. It returns the number of pairs.
func Write(w io.Writer, pairs ...string) (int, error) {
	if len(pairs)%2 != 0 {
		return 0, errOdd
	}
	e := wire.NewEncoder()
	for i := 0; i < len(pairs); i += 2 {
		e.Pair(pairs[i], pairs[i+1])
	}
	frame, n := e.Bytes(), e.Len()
	if _, err := w.Write(frame); err != nil {
		e.Done()
		return 0, err
	}
	e.Done()
	var sum [4]byte
	binary.BigEndian.PutUint32(sum[:], crc32.ChecksumIEEE(frame))
	_, err := w.Write(sum[:])
	return n, err
}

func main() {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 500 {
				var out bytes.Buffer
				n, err := Write(&out, "id", fmt.Sprint(i*1000+j), "name", "somebody")
				if err != nil || n != 2 {
					log.Fatal(n, err)
				}
				frame, sum := out.Bytes()[:out.Len()-4], out.Bytes()[out.Len()-4:]
				if binary.BigEndian.Uint32(sum) != crc32.ChecksumIEEE(frame) {
					log.Fatalf("wrong checksum of %q", frame)
				}
			}
		})
	}
	wg.Wait()
	if _, err := Write(io.Discard, "odd"); err != errOdd {
		log.Fatal(err)
	}
	fmt.Println("ok")
}
