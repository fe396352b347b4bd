// Package version reports which version of a command is running.
package version

import "runtime/debug"

// String returns the version of the module that the command was built from, and
// the version of Go that it was built with: "v1.2.0 go1.26.8".
func String() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	module := info.Main.Version
	if module == "" {
		module = "(devel)"
	}
	return module + " " + info.GoVersion
}
