package advice

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/allocation"
)

// An owner says whose code a function is.
type owner int

const (
	yours   owner = iota
	library       // a module that the program requires
	standard
	runtime
)

// owners tells the code of the program from that of others.
type owners struct {
	modules []string // whose packages are the program's; empty if that is to be told from the files
}

// of returns whose code f is.
func (o owners) of(f allocation.Frame) owner {
	pkg := packageOf(f.Function)
	switch {
	case pkg == "main":
		return yours
	case slices.ContainsFunc(o.modules, func(module string) bool { return within(pkg, module) }):
		return yours
	case pkg == "runtime" || within(pkg, "internal/runtime"):
		return runtime
	case isStandard(pkg, f.File):
		return standard
	case len(o.modules) > 0, atVersion.MatchString(f.File), strings.Contains(f.File, "/vendor/"):
		return library
	}
	return yours
}

// atVersion is in the files of modules that were downloaded.
var atVersion = regexp.MustCompile(`^(?:.*/pkg/mod/)?(.+?)@v[^/]*/`)

// moduleOf returns the path of the downloaded module that a file is of, or "".
func moduleOf(file string) string {
	found := atVersion.FindStringSubmatch(file)
	if found == nil {
		return ""
	}
	return escapedUpper.ReplaceAllStringFunc(found[1], func(s string) string { return strings.ToUpper(s[1:]) })
}

var escapedUpper = regexp.MustCompile(`![a-z]`)

// isStandard reports whether a package is of the standard library: its path has
// no dot in the first element and begins as one of those, and its files are where
// the toolchain has them, or have no place because the program was built with
// -trimpath.
func isStandard(pkg, file string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	if !slices.Contains(standardRoots, first) {
		return false
	}
	return !path.IsAbs(file) || strings.HasSuffix(path.Dir(file), "/src/"+pkg)
}

// standardRoots are the first elements of the paths of the standard library.
var standardRoots = strings.Fields(`archive bufio bytes cmp compress container context crypto database debug embed encoding
	errors expvar flag fmt go hash html image index internal io iter log maps math mime net os path plugin reflect regexp
	runtime slices sort strconv strings structs sync syscall testing text time unicode unique unsafe vendor weak`)

// packageOf returns the path of the package of a function.
func packageOf(function string) string {
	function, _, _ = strings.Cut(function, "[") // type arguments have paths, too
	slash := strings.LastIndex(function, "/") + 1
	dot := strings.Index(function[slash:], ".")
	if dot < 0 {
		return function
	}
	return strings.ReplaceAll(function[:slash+dot], "%2e", ".")
}

// plain returns the name of a function without type arguments, and without the
// numbers of closures.
func plain(function string) string {
	if begin, end := strings.Index(function, "["), strings.LastIndex(function, "]"); begin >= 0 && end > begin {
		function = function[:begin] + function[end+1:]
	}
	return function
}

// within reports whether a package is of a module.
func within(pkg, module string) bool {
	rest, ok := strings.CutPrefix(pkg, module)
	return ok && (rest == "" || rest[0] == '/')
}
