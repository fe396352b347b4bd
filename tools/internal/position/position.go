// Package position reads positions in source files as the go command writes them.
package position

import (
	"strconv"
	"strings"
)

// Parse reads a position of the form file:line:column. The column is 0 if there is none, as
// below a directive //line file:line, which parser generators such as goyacc write: its column
// is unknown. ok is false if the text does not end in a line.
func Parse(text string) (file string, line, column int, ok bool) {
	file, line, ok = cutNumber(text)
	if !ok {
		return "", 0, 0, false
	}
	if before, number, ok := cutNumber(file); ok {
		return before, number, line, true
	}
	return file, line, 0, true
}

// cutNumber cuts the number off that follows the last colon.
func cutNumber(text string) (before string, number int, ok bool) {
	i := strings.LastIndex(text, ":")
	if i < 0 {
		return text, 0, false
	}
	number, err := strconv.Atoi(text[i+1:])
	return text[:i], number, err == nil
}
