// truth: correct
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

type Document struct {
	Name  string
	Lines []string
	Size  int
}

func (d *Document) Reset() {
	clear(d.Lines)
	*d = Document{Lines: d.Lines[:0]}
}

var documents rcpool.Pool[Document]

type fsys map[string]string

func (f fsys) open(name string) (io.Reader, error) {
	text, ok := f[name]
	if !ok {
		return nil, fmt.Errorf("open %s: not found", name)
	}
	return strings.NewReader(text), nil
}

var errBinary = errors.New("binary file")

// load reads a file. The caller owns the document unless there is an error.
func load(f fsys, name string) (rcpool.Ref[Document], error) {
	doc := documents.Get()
	defer rcpool.Drop(&doc)
	r, err := f.open(name)
	if err != nil {
		return rcpool.Ref[Document]{}, err
	}
	d := doc.Value()
	d.Name = name
	text, err := io.ReadAll(r)
	if err != nil {
		return rcpool.Ref[Document]{}, err
	}
	if strings.IndexByte(string(text), 0) >= 0 {
		return rcpool.Ref[Document]{}, errBinary
	}
	d.Size = len(text)
	for line := range strings.Lines(string(text)) {
		d.Lines = append(d.Lines, line)
	}
	return rcpool.Move(&doc), nil
}

// loadAll loads all files or none.
func loadAll(f fsys, names ...string) (docs []rcpool.Ref[Document], err error) {
	defer func() {
		if err != nil {
			closeAll(docs)
			docs = nil
		}
	}()
	for _, name := range names {
		doc, err := load(f, name)
		if err != nil {
			return docs, fmt.Errorf("%d loaded: %w", len(docs), err)
		}
		docs = append(docs, doc)
	}
	return docs, nil
}

// closeAll releases the references and empties the slice's elements.
func closeAll(docs []rcpool.Ref[Document]) {
	for i := range docs {
		rcpool.Drop(&docs[i])
	}
}

func main() {
	f := fsys{"a": "one\ntwo\n", "b": "three\n", "bin": "x\x00y"}
	docs, err := loadAll(f, "a", "b")
	total := 0
	for _, doc := range docs {
		total += doc.Value().Size
	}
	fmt.Println(len(docs), total, err)
	closeAll(docs)
	closeAll(docs)
	_, err = loadAll(f, "a", "bin", "b")
	fmt.Println(errors.Is(err, errBinary))
	docs, err = loadAll(f, "missing")
	fmt.Println(len(docs), err, documents.Stats().InUse)
}
