// truth: double-release line 40 plain

// Command slugs makes the slugs of article titles.
package main

import (
	"errors"
	"fmt"
	"log"
	"strings"
	"unicode"

	"github.com/valyala/bytebufferpool"
)

var errNoSlug = errors.New("title has no letters or digits")

type Index struct {
	taken map[string]int
}

// Slug returns a slug that is not taken yet.
func (x *Index) Slug(title string) (string, error) {
	buf := bytebufferpool.Get()
	defer bytebufferpool.Put(buf)
	dash := false
	for _, r := range strings.ToLower(title) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r):
			if dash && buf.Len() > 0 {
				buf.WriteByte('-')
			}
			dash = false
			buf.WriteString(string(r))
		default:
			dash = true
		}
	}
	if buf.Len() == 0 {
		bytebufferpool.Put(buf)
		return "", fmt.Errorf("%w: %q", errNoSlug, title)
	}
	x.taken[buf.String()]++
	if n := x.taken[buf.String()]; n > 1 {
		fmt.Fprintf(buf, "-%d", n)
	}
	return buf.String(), nil
}

// Path joins the slugs of a section and a title.
func (x *Index) Path(section, title string) (string, error) {
	s, err := x.Slug(section)
	if err != nil {
		return "", err
	}
	t, err := x.Slug(title)
	if err != nil {
		return "", err
	}
	return s + "/" + t, nil
}

func main() {
	x := &Index{taken: make(map[string]int)}
	if path, err := x.Path("Tech News", "Go 1.26: What's New?"); err != nil || path != "tech-news/go-1-26-what-s-new" {
		log.Fatal(path, err)
	}
	if _, err := x.Path("Tech", "!!!"); !errors.Is(err, errNoSlug) {
		log.Fatal(err)
	}
	a, b := bytebufferpool.Get(), bytebufferpool.Get()
	a.WriteString("first")
	b.WriteString("second")
	if a.String() != "first" {
		log.Fatalf("a buffer has two owners: %q", a.String())
	}
	bytebufferpool.Put(a)
	bytebufferpool.Put(b)
	fmt.Println("ok")
}
