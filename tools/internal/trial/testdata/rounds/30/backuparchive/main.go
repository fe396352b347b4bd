// truth: unclosed line 48 callee

// Command backuparchive packs files into compressed members of an archive.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

var packers = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

type member struct {
	name string
	body io.Reader
}

type archive struct {
	out   io.Writer
	index []string
	raw   int64
}

var errName = errors.New("member has no name")

// pour copies a member into gz and completes what was written so far.
func pour(gz *gzip.Writer, m member) (int64, error) {
	gz.Name = m.name
	n, err := io.Copy(gz, m.body)
	if err != nil {
		return n, fmt.Errorf("%s: %w", m.name, err)
	}
	return n, gz.Flush()
}

func (a *archive) add(m member) error {
	if m.name == "" {
		return errName
	}
	var packed bytes.Buffer
	gz := packers.Get().(*gzip.Writer)
	defer packers.Put(gz)
	gz.Reset(&packed)
	n, err := pour(gz, m)
	if err != nil {
		return err
	}
	if err := binary.Write(a.out, binary.LittleEndian, uint32(packed.Len())); err != nil {
		return err
	}
	if _, err := packed.WriteTo(a.out); err != nil {
		return err
	}
	a.raw += n
	a.index = append(a.index, m.name)
	return nil
}

// extract calls visit with each member.
func extract(r io.Reader, visit func(name string, size int, err error)) error {
	for {
		var size uint32
		if err := binary.Read(r, binary.LittleEndian, &size); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		gz, err := gzip.NewReader(io.LimitReader(r, int64(size)))
		if err != nil {
			return err
		}
		text, err := io.ReadAll(gz)
		visit(gz.Name, len(text), err)
	}
}

func main() {
	var tape bytes.Buffer
	a := &archive{out: &tape}
	for _, m := range []member{
		{"etc/hosts", strings.NewReader("127.0.0.1 localhost\n")},
		{"", strings.NewReader("?")},
		{"var/log", strings.NewReader(strings.Repeat("line\n", 500))},
	} {
		if err := a.add(m); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(a.index, a.raw)
	err := extract(&tape, func(name string, size int, err error) { fmt.Println(name, size, err) })
	fmt.Println(err)
}
