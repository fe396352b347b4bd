// truth: unclosed line 27,39 plain

// Exports settlements as a compressed archive.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"

	"github.com/rcpool/rcpool/stdpool"
)

type settlement struct {
	merchant string
	cents    int
}

type archive struct {
	target  io.Writer
	entries int
}

func (a *archive) export(list []settlement) error {
	zip := stdpool.GzipWriter(a.target, gzip.DefaultCompression)
	defer zip.Release()
	z := zip.Value()
	z.Stream.Name = "settlements.csv"
	for _, s := range list {
		if s.cents == 0 {
			continue
		}
		if _, err := fmt.Fprintf(z, "%s;%d.%02d\n", s.merchant, s.cents/100, s.cents%100); err != nil {
			return fmt.Errorf("merchant %s: %w", s.merchant, err)
		}
		a.entries++
	}
	return z.Flush()
}

func check(p []byte) (n int, err error) {
	z, err := stdpool.GzipReader(bytes.NewReader(p))
	if err != nil {
		return 0, err
	}
	defer z.Release()
	text, err := io.ReadAll(z.Value())
	return bytes.Count(text, []byte("\n")), err
}

func main() {
	var list []settlement
	for i := range 50 {
		list = append(list, settlement{fmt.Sprint("shop", i), i % 7 * 1234})
	}
	var out bytes.Buffer
	a := &archive{target: &out}
	if err := a.export(list); err != nil {
		fmt.Println(err)
		return
	}
	n, err := check(out.Bytes())
	fmt.Println(a.entries, n, err)
}
