package noreturn

import (
	"os"
	"testing"
)

// fatal returns.
func loadOrFatal(args []string) {
	ref := configs.Get()
	if err := parse(ref.Value(), args); err != nil {
		ref.Release()
		fatal(err)
	}
	ref.Release() // want "double-release: "
}

// Error marks the test as failed, and goes on.
func testParse(t *testing.T, args []string) {
	ref := configs.Get() // want "leak: "
	if err := parse(ref.Value(), args); err != nil {
		t.Error(err)
		return
	}
	apply(ref.Value())
	ref.Release()
}

// The program ends only if it is strict.
func loadStrict(args []string, strict bool) {
	ref := configs.Get() // want "leak: "
	if err := parse(ref.Value(), args); err != nil {
		if strict {
			os.Exit(2)
		}
		return
	}
	apply(ref.Value())
	ref.Release()
}

// must returns when all is well.
func loadMust(args []string) {
	ref := configs.Get() // want "leak: "
	must(parse(ref.Value(), args))
	if ref.Value().Port == 0 {
		return
	}
	apply(ref.Value())
	ref.Release()
}

// The loop ends.
func reload(args []string) {
	ref := configs.Get() // want "leak: "
	for {
		if parse(ref.Value(), args) == nil {
			break
		}
		args = args[1:]
	}
	apply(ref.Value())
}
