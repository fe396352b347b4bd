// truth: leak line 54 plain
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/rcpool/rcpool"
)

const maxLine = 64

var errLineTooLong = errors.New("line too long")

// Batch is what one request to the collector carries.
type Batch struct {
	Lines []string
	Bytes int
}

func (b *Batch) Reset() {
	clear(b.Lines)
	b.Lines = b.Lines[:0]
	b.Bytes = 0
}

func (b *Batch) add(line string) {
	b.Lines = append(b.Lines, line)
	b.Bytes += len(line) + 1
}

var batches = rcpool.Pool[Batch]{Name: "logship.batches"}

type collector struct {
	requests, lines int
	failAfter       int
}

func (c *collector) post(lines []string) error {
	c.requests++
	if c.failAfter > 0 && c.requests > c.failAfter {
		return errors.New("collector: 503")
	}
	c.lines += len(lines)
	return nil
}

// ship reads src to its end and posts batches of about limit bytes.
func ship(src *bufio.Scanner, to *collector, limit int) error {
	for {
		batch := batches.Get()
		b := batch.Value()
		for b.Bytes < limit && src.Scan() {
			line := strings.TrimSpace(src.Text())
			if line == "" || line[0] == '#' {
				continue
			}
			if len(line) > maxLine {
				return fmt.Errorf("%w: %d bytes", errLineTooLong, len(line))
			}
			b.add(line)
		}
		if len(b.Lines) == 0 {
			batch.Release()
			return src.Err()
		}
		err := to.post(b.Lines)
		batch.Release()
		if err != nil {
			return err
		}
	}
}

func main() {
	files := []string{
		"GET / 200\nGET /a 404\n\n# rotated\nPOST /b 201\n",
		"one\ntwo\n" + strings.Repeat("x", 100) + "\nthree\n",
		strings.Repeat("PUT /object 200\n", 12),
	}
	var c collector
	for i, text := range files {
		if err := ship(bufio.NewScanner(strings.NewReader(text)), &c, 48); err != nil {
			fmt.Fprintf(os.Stdout, "file %d: %v\n", i, err)
		}
	}
	fmt.Println(c.requests, "requests,", c.lines, "lines")
}
