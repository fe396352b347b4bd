// truth: double-release line 44 plain
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

var scratch = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var errHeader = errors.New("import: header is missing")

type importer struct {
	rows int
	seen map[string]bool
}

func (im *importer) accept(line []byte) error {
	key, _, ok := bytes.Cut(line, []byte(","))
	if !ok {
		return fmt.Errorf("import: row %d has one column", im.rows)
	}
	if im.seen[string(key)] {
		return fmt.Errorf("import: duplicate key %s", key)
	}
	im.seen[string(key)] = true
	im.rows++
	return nil
}

func (im *importer) run(r io.Reader) error {
	buf := scratch.Get().(*bytes.Buffer)
	buf.Reset()
	defer scratch.Put(buf)
	if _, err := buf.ReadFrom(r); err != nil {
		return err
	}
	head, err := buf.ReadBytes('\n')
	if err != nil || !bytes.HasPrefix(head, []byte("id,")) {
		scratch.Put(buf)
		return errHeader
	}
	for {
		line, err := buf.ReadBytes('\n')
		if len(line) > 1 {
			if err := im.accept(line[:len(line)-1]); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}

func main() {
	im := &importer{seen: map[string]bool{}}
	fmt.Println(im.run(strings.NewReader("id,name\n1,ann\n2,bob\n")))
	fmt.Println(im.run(strings.NewReader("name\n")))
	fmt.Println(im.run(strings.NewReader("id,name\n1,ann\n")))
	fmt.Println(im.rows)
}
