package api

import "strings"

// stdRoots are the first elements of the standard library's import paths.
var stdRoots = map[string]bool{}

func init() {
	for _, root := range strings.Fields(`archive bufio builtin bytes cmp compress container context crypto database debug embed encoding errors
		expvar flag fmt go hash html image index internal io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv
		strings structs sync syscall testing text time unicode unique unsafe vendor weak cmd`) {
		stdRoots[root] = true
	}
}

// InStandardLibrary reports whether a package path belongs to the standard library. Some drivers
// analyze the standard library with each program that uses it, others never do.
func InStandardLibrary(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return !strings.Contains(first, ".") && stdRoots[first]
}
