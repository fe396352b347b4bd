// truth: correct
package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

// A row shares the memory of the block that it was cut from.
type row struct {
	number int
	line   stdpool.ByteRef
}

// cut splits a block into rows. It takes the block over.
func cut(block stdpool.ByteRef, out chan<- row) {
	defer block.Release()
	start, n := 0, 0
	data := block.Value()
	for i, c := range data {
		if c == '\n' {
			out <- row{n, block.Slice(start, i)}
			start, n = i+1, n+1
		}
	}
	if start < len(data) {
		out <- row{n, block.Slice(start, len(data))}
	}
	close(out)
}

func sum(r row) (total int, err error) {
	defer r.line.Release()
	for _, cell := range bytes.Split(r.line.Value(), []byte(",")) {
		n, err := strconv.Atoi(string(bytes.TrimSpace(cell)))
		if err != nil {
			return 0, fmt.Errorf("row %d: %w", r.number, err)
		}
		total += n
	}
	return total, nil
}

func main() {
	block := stdpool.Bytes(0)
	block.Grow(256)
	if _, err := block.ReadFrom(strings.NewReader("1, 2, 3\n4,5\nsix,7\n8\n\n10")); err != nil {
		panic(err)
	}
	rows := make(chan row)
	go cut(block, rows)
	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		total int
		bad   int
	)
	for i := 0; i < 2; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for r := range rows {
				n, err := sum(r)
				mu.Lock()
				total += n
				if err != nil {
					bad++
				}
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	fmt.Println(total, bad)
}
