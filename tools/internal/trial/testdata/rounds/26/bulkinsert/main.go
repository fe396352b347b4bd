// truth: correct

// Command bulkinsert writes rows as COPY text through pooled bufio.Writers.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
)

type writerPool struct{ p sync.Pool }

func (p *writerPool) get(w io.Writer) *bufio.Writer {
	if bw, ok := p.p.Get().(*bufio.Writer); ok {
		bw.Reset(w)
		return bw
	}
	return bufio.NewWriterSize(w, 1<<10)
}

func (p *writerPool) put(bw *bufio.Writer) {
	bw.Reset(nil)
	p.p.Put(bw)
}

var writers writerPool

type Row struct {
	ID   int64
	Name string
	Tags []string
}

// A copier writes rows to one connection. It owns its writer until finish.
type copier struct {
	bw   *bufio.Writer
	rows int
}

func begin(conn io.Writer, table string) (*copier, error) {
	bw := writers.get(conn)
	if _, err := fmt.Fprintf(bw, "COPY %s FROM STDIN\n", table); err != nil {
		writers.put(bw)
		return nil, err
	}
	return &copier{bw: bw}, nil
}

func (c *copier) add(r Row) error {
	if r.Name == "" {
		return fmt.Errorf("row %d has no name", r.ID)
	}
	c.bw.WriteString(strconv.FormatInt(r.ID, 10))
	c.bw.WriteByte('\t')
	c.bw.WriteString(r.Name)
	for _, t := range r.Tags {
		c.bw.WriteByte('|')
		c.bw.WriteString(t)
	}
	c.rows++
	return c.bw.WriteByte('\n')
}

func (c *copier) finish() error {
	bw := c.bw
	c.bw = nil
	defer writers.put(bw)
	bw.WriteString("\\.\n")
	return bw.Flush()
}

func (c *copier) abort() {
	if c.bw == nil {
		return
	}
	writers.put(c.bw)
	c.bw = nil
}

func insert(conn io.Writer, table string, rows []Row) (n int, err error) {
	c, err := begin(conn, table)
	if err != nil {
		return 0, err
	}
	defer c.abort()
	for _, r := range rows {
		if err := c.add(r); err != nil {
			return 0, err
		}
	}
	if err := c.finish(); err != nil {
		return 0, fmt.Errorf("copy: %w", err)
	}
	return c.rows, nil
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("connection reset") }

func main() {
	rows := []Row{{1, "ann", []string{"a", "b"}}, {2, "bob", nil}}
	var conn bytes.Buffer
	fmt.Println(insert(&conn, "users", rows))
	fmt.Println(insert(&conn, "users", append(rows, Row{ID: 3})))
	fmt.Println(insert(broken{}, "users", rows))
	fmt.Printf("%q\n", conn.String())
}
