// Package page keeps parts of a page equal to what tests know. A part begins
// with a comment that names it. The name of a Go file begins a block of code,
// another name a part that a second comment ends:
//
//	<!-- dir/file.go -->      <!-- name -->
//
//	```go                     | a | table |
//	code
//	```                       <!-- end -->
package page

import (
	"flag"
	"os"
	"regexp"
	"testing"
)

var update = flag.Bool("update", false, "write what the tests know into the page")

var part = regexp.MustCompile("(?s)(<!-- (\\S+\\.go) -->\n\n```go\n).*?(```\n)|(<!-- ([a-z]+) -->\n\n).*?(\n<!-- end -->\n)")

// Check fails the test if a part of the page is not what text returns for its
// name. With the flag -update it writes these texts into the page instead. It
// returns the page as it must be, and the names of its parts in their order.
func Check(t testing.TB, file string, text func(name string) string) (page string, names []string) {
	t.Helper()
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	page = part.ReplaceAllStringFunc(string(old), func(whole string) string {
		m := part.FindStringSubmatch(whole)
		begin, name, end := m[1]+m[4], m[2]+m[5], m[3]+m[6]
		names = append(names, name)
		return begin + text(name) + end
	})
	switch {
	case page == string(old):
	case *update:
		if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is not up to date: run go test -run %s -update in this directory", file, t.Name())
	}
	return page, names
}
