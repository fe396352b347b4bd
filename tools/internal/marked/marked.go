// Package marked reads and replaces the text between two lines of a file, which
// mark a region that a program writes.
package marked

import (
	"fmt"
	"os"
	"strings"
)

// A Region is the part of a file between two marking lines.
type Region struct {
	File       string
	Begin, End string // the lines, without their ends
}

// Text returns what is between the lines. It fails if one of them is missing.
func (r Region) Text() (string, error) {
	_, text, _, err := r.cut()
	return text, err
}

// Replace writes text between the lines. It fails if one of them is missing.
func (r Region) Replace(text string) error {
	before, _, after, err := r.cut()
	if err != nil {
		return err
	}
	return os.WriteFile(r.File, []byte(before+text+after), 0o666)
}

// cut returns the text of the region, and what is around it with the marks.
func (r Region) cut() (before, text, after string, err error) {
	page, err := os.ReadFile(r.File)
	if err != nil {
		return "", "", "", err
	}
	begin, end := r.Begin+"\n", r.End+"\n"
	before, rest, begins := strings.Cut(string(page), begin)
	text, after, ends := strings.Cut(rest, end)
	if !begins || !ends {
		return "", "", "", fmt.Errorf("%s: the lines %q and %q are missing", r.File, r.Begin, r.End)
	}
	return before + begin, text, end + after, nil
}
