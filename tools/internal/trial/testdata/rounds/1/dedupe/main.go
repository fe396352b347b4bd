// truth: leak line 46,56 hard

// Command dedupe keeps the latest version of each document of an import.
package main

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"maps"
	"slices"
	"strings"

	"github.com/rcpool/rcpool"
)

type Doc struct {
	Key     string
	Version int
	Body    []byte
}

func (d *Doc) Reset() { *d = Doc{Body: d.Body[:0]} }

var docs = rcpool.Pool[Doc]{Name: "docs"}

func decode(line string, into *Doc) error {
	if _, err := fmt.Sscanf(line, "%s %d", &into.Key, &into.Version); err != nil {
		return fmt.Errorf("%q: %w", line, err)
	}
	into.Body = append(into.Body, line...)
	return nil
}

// Import writes the latest version of each document in r to w.
func Import(w io.Writer, r io.Reader) error {
	latest := make(map[string]rcpool.Ref[Doc])
	defer func() {
		for _, doc := range latest {
			doc.Release()
		}
	}()
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		doc := docs.Get()
		d := doc.Value()
		if err := decode(lines.Text(), d); err != nil {
			doc.Release()
			return err
		}
		if old, ok := latest[d.Key]; ok && old.Value().Version >= d.Version {
			doc.Release()
			continue
		}
		latest[d.Key] = doc
	}
	if err := lines.Err(); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(latest)) {
		if _, err := fmt.Fprintf(w, "%s\n", latest[key].Value().Body); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	var out strings.Builder
	if err := Import(&out, strings.NewReader("a 1\nb 1\na 3\nb 2\na 2\n")); err != nil {
		log.Fatal(err)
	}
	if out.String() != "a 3\nb 2\n" {
		log.Fatalf("%q", out.String())
	}
	if err := Import(&out, strings.NewReader("a 1\nbroken\n")); err == nil {
		log.Fatal("no error")
	}
	fmt.Print(out.String(), "in use: ", docs.Stats().InUse, "\n")
}
