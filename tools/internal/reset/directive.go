package reset

import (
	"bytes"
	"path"
	"strings"
)

// Directives returns the arguments of rcgen in the //go:generate lines of a source
// file, one element per line. A line may run rcgen from PATH, with go tool, or with
// go run and a version.
func Directives(source []byte) [][]string {
	var found [][]string
	for line := range bytes.Lines(source) {
		command, ok := strings.CutPrefix(string(line), "//go:generate ")
		if !ok {
			continue
		}
		words := strings.Fields(command)
		for i, word := range words {
			program, _, _ := strings.Cut(path.Base(strings.Trim(word, `"`)), "@")
			if program == "rcgen" {
				for j := range words {
					words[j] = strings.Trim(words[j], `"`)
				}
				found = append(found, words[i+1:])
				break
			}
		}
	}
	return found
}

// promised returns the names of the types that these directives generate a Reset
// for.
func promised(directives [][]string) []string {
	var names []string
	for _, args := range directives {
		for i, arg := range args {
			name, value, ok := strings.Cut(strings.TrimLeft(arg, "-"), "=")
			if !strings.HasPrefix(arg, "-") || name != "type" {
				continue
			}
			if !ok && i+1 < len(args) {
				value = args[i+1]
			}
			names = append(names, strings.Split(value, ",")...)
		}
	}
	return names
}
