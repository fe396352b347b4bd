package shape

import (
	"bytes"
	"reflect"
	"runtime/debug"
	"strings"
	"sync"
)

// private reports whether the field f of t concerns only the package that
// declares it: the user of the pool cannot clear it, and the package may keep
// there what it likes from one use to the next, such as the tables of a
// compressor or the scratch block of a hash. Two types are known to hold only
// what their user has put there.
func private(t reflect.Type, f reflect.StructField) bool {
	if f.PkgPath == "" || t == reflect.TypeFor[bytes.Buffer]() || t == reflect.TypeFor[strings.Builder]() {
		return false
	}
	return reusable(t)
}

// kept reports whether the tag of a field lets it survive the reset:
//
//	encoder *json.Encoder `rcpool:"keep"`
//
// rcgen and rctest.Resets read it too.
func kept(f reflect.StructField) bool {
	option, _, _ := strings.Cut(f.Tag.Get("rcpool"), ",")
	return option == "keep"
}

// reusable reports whether a type comes from another module, and is made to be
// used again: it has a method Reset, or Clear() as containers have it.
func reusable(t reflect.Type) bool {
	if t.PkgPath() == "" || !Foreign(t.PkgPath()) {
		return false
	}
	if _, ok := reflect.PointerTo(t).MethodByName("Reset"); ok {
		return true
	}
	clearer := reflect.TypeFor[interface{ Clear() }]()
	return reflect.PointerTo(t).Implements(clearer) && !t.Implements(clearer)
}

// Foreign reports whether a package is not one of the program's own module.
func Foreign(pkg string) bool {
	own := ownModule()
	pkg = strings.TrimSuffix(pkg, "_test")
	if own == "" { // unknown: only the standard library, whose paths have no dot, is foreign
		first, _, _ := strings.Cut(pkg, "/")
		return pkg != "main" && !strings.Contains(first, ".")
	}
	return pkg != "main" && pkg != own && !strings.HasPrefix(pkg, own+"/")
}

var ownModule = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return info.Main.Path
})

// synchronizes reports whether t is a mutex or the like.
func synchronizes(t reflect.Type) bool {
	switch t.PkgPath() {
	case "sync", "sync/atomic", "internal/sync":
		return true
	}
	return false
}
