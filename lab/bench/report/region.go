package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// A region of a page is the text between <!-- results:NAME --> and <!-- end -->.
// If its first marker ends a line, its text is lines of its own; otherwise it is
// a part of a line.

// marker begins every region.
const marker = "<!-- results:"

var region = regexp.MustCompile(`(?s)<!-- results:([a-z-]+) -->(.*?)<!-- end -->`)

// fill replaces the texts of all regions of a page.
func fill(page []byte, text func(name string) (string, error)) ([]byte, error) {
	if begun, whole := bytes.Count(page, []byte(marker)), len(region.FindAll(page, -1)); begun != whole {
		return nil, fmt.Errorf("%d regions begin, and %d of them have a name and an end", begun, whole)
	}
	var failed error
	filled := region.ReplaceAllFunc(page, func(old []byte) []byte {
		parts := region.FindSubmatch(old)
		name := string(parts[1])
		fresh, err := text(name)
		if err != nil {
			failed = fmt.Errorf("region %s: %w", name, err)
			return old
		}
		fresh = strings.TrimSpace(fresh)
		if bytes.HasPrefix(parts[2], []byte("\n")) {
			fresh = "\n" + fresh + "\n"
		}
		return []byte(marker + name + " -->" + fresh + "<!-- end -->")
	})
	return filled, failed
}
