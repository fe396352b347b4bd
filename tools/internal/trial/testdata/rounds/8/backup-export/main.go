// truth: unclosed line 46 callee
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

type table struct {
	name string
	rows [][]string
}

func writeTable(w io.Writer, t table) error {
	if t.name == "" {
		return fmt.Errorf("table without a name")
	}
	if _, err := fmt.Fprintf(w, "-- %s\n", t.name); err != nil {
		return err
	}
	for _, r := range t.rows {
		if _, err := io.WriteString(w, strings.Join(r, "\t")+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// dump writes the tables to gz and sees to it that all of it gets out.
func dump(gz *stdpool.Writer[*gzip.Writer], tables []table) error {
	for _, t := range tables {
		if err := writeTable(gz, t); err != nil {
			return fmt.Errorf("dump: %w", err)
		}
	}
	return gz.Flush()
}

func export(w io.Writer, tables []table) error {
	gz := stdpool.GzipWriter(w, gzip.DefaultCompression)
	defer gz.Release()
	if err := dump(gz.Value(), tables); err != nil {
		return err
	}
	return nil
}

func restore(r io.Reader) (rows int, err error) {
	zr, err := stdpool.GzipReader(r)
	if err != nil {
		return 0, err
	}
	defer zr.Release()
	text, err := io.ReadAll(zr.Value())
	return strings.Count(string(text), "\n"), err
}

func main() {
	var file bytes.Buffer
	users := table{"users", [][]string{{"1", "ann"}, {"2", "bob"}}}
	fmt.Println(export(io.Discard, []table{users, {}}))
	if err := export(&file, []table{users, {"empty", nil}}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(restore(&file))
}
