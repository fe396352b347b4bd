// truth: unclosed line 74 callee

// Command assetpipe prepares the static files of a web site: it minifies them,
// compresses them and writes a manifest with their sizes.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"path"
	"sort"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

type Asset struct {
	Name string
	Text string
}

type entry struct {
	name   string
	digest uint64
	raw    int
	packed int
}

var errBinary = errors.New("not a text file")

// minify writes text without comments and superfluous blanks.
func minify(w io.Writer, text string) error {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		if strings.ContainsRune(line, 0) {
			return errBinary
		}
		if _, err := io.WriteString(w, line+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// pack writes the asset to gz, and everything that is buffered to its target.
func pack(gz *stdpool.Writer[*gzip.Writer], a Asset) error {
	gz.Stream.Name = path.Base(a.Name)
	if err := minify(gz, a.Text); err != nil {
		return fmt.Errorf("%s: %w", a.Name, err)
	}
	return gz.Flush()
}

type Site struct {
	files   map[string][]byte
	entries []entry
}

func (s *Site) add(a Asset) error {
	out := stdpool.Buffer()
	defer out.Release()
	level := gzip.DefaultCompression
	if len(a.Text) < 100 {
		level = gzip.BestSpeed
	}
	gz := stdpool.GzipWriter(out.Value(), level)
	defer gz.Release()
	if err := pack(gz.Value(), a); err != nil {
		return err
	}
	h := fnv.New64a()
	h.Write(out.Value().Bytes())
	s.files[a.Name+".gz"] = bytes.Clone(out.Value().Bytes())
	s.entries = append(s.entries, entry{a.Name, h.Sum64(), len(a.Text), out.Value().Len()})
	return nil
}

func (s *Site) manifest() string {
	sort.Slice(s.entries, func(i, j int) bool { return s.entries[i].name < s.entries[j].name })
	buf := stdpool.Buffer()
	defer buf.Release()
	for _, e := range s.entries {
		fmt.Fprintf(buf.Value(), "%s %t %d\n", e.name, e.packed < e.raw, e.raw)
	}
	return buf.Value().String()
}

func Build(assets []Asset) (*Site, error) {
	s := &Site{files: make(map[string][]byte)}
	var failed error
	for _, a := range assets {
		if err := s.add(a); err != nil {
			failed = errors.Join(failed, err)
		}
	}
	return s, failed
}

func main() {
	s, err := Build([]Asset{
		{"js/app.js", strings.Repeat("// comment\n  let a = 1\n", 30)},
		{"css/site.css", "body {\n  margin: 0\n}\n"},
		{"js/odd.js", "let b = '\x00'\n"},
	})
	fmt.Print(s.manifest())
	fmt.Println(err, len(s.files))
}
