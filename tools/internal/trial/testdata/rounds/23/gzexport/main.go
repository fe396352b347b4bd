// truth: correct
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
)

var gzips = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
	return w
}}

// An Export is a compressed CSV file that is being written.
type Export struct {
	gz   *gzip.Writer
	csv  *csv.Writer
	rows int
}

var ErrClosed = errors.New("export is closed")

func NewExport(w io.Writer, columns ...string) (*Export, error) {
	gz := gzips.Get().(*gzip.Writer)
	gz.Reset(w)
	e := &Export{gz: gz, csv: csv.NewWriter(gz)}
	if err := e.csv.Write(columns); err != nil {
		e.Abort()
		return nil, err
	}
	return e, nil
}

func (e *Export) Row(fields ...string) error {
	if e.gz == nil {
		return ErrClosed
	}
	e.rows++
	return e.csv.Write(fields)
}

// Close completes the file. A second Close has no effect.
func (e *Export) Close() error {
	if e.gz == nil {
		return nil
	}
	e.csv.Flush()
	err := e.csv.Error()
	if cerr := e.gz.Close(); err == nil {
		err = cerr
	}
	e.Abort()
	return err
}

// Abort gives up the file, which stays incomplete.
func (e *Export) Abort() {
	gz := e.gz
	if gz == nil {
		return
	}
	e.gz, e.csv = nil, nil
	gz.Reset(io.Discard)
	gzips.Put(gz)
}

type account struct {
	name    string
	balance int
}

func export(w io.Writer, accounts []account) error {
	e, err := NewExport(w, "name", "balance")
	if err != nil {
		return err
	}
	defer e.Abort()
	for _, a := range accounts {
		if a.balance < 0 {
			return fmt.Errorf("account %s is overdrawn", a.name)
		}
		if err := e.Row(a.name, strconv.Itoa(a.balance)); err != nil {
			return err
		}
	}
	return e.Close()
}

func main() {
	var wg sync.WaitGroup
	files := make([]bytes.Buffer, 4)
	errs := make([]error, 4)
	for i := range files {
		wg.Add(1)
		go func() {
			defer wg.Done()
			var list []account
			for j := range 50 {
				list = append(list, account{fmt.Sprint("acc", j), j*i - 100})
			}
			if i%2 == 0 {
				list = list[:0]
			}
			errs[i] = export(&files[i], list)
		}()
	}
	wg.Wait()
	for i := range files {
		if errs[i] != nil {
			fmt.Println(errs[i])
			continue
		}
		r, err := gzip.NewReader(&files[i])
		if err != nil {
			panic(err)
		}
		text, err := io.ReadAll(r)
		fmt.Printf("%q %v\n", text, err)
	}
}
