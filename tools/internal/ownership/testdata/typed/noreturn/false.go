package noreturn

import (
	"log"
	"os"
	"runtime"
	"testing"
)

// There is no way back from die.
func loadOrDie(args []string) {
	ref := configs.Get()
	if err := parse(ref.Value(), args); err != nil {
		ref.Release()
		die("%v\n", err)
	}
	apply(ref.Value())
	ref.Release()
}

// Fatal ends the test.
func testParseFatal(t *testing.T, args []string) {
	ref := configs.Get()
	if err := parse(ref.Value(), args); err != nil {
		t.Fatal(err)
	}
	apply(ref.Value())
	ref.Release()
}

// The program ends one way or the other.
func loadOrExit(args []string, strict bool) {
	ref := configs.Get()
	if err := parse(ref.Value(), args); err != nil {
		if strict {
			os.Exit(2)
		}
		log.Fatalf("reading the configuration: %v", err)
	}
	apply(ref.Value())
	ref.Release()
}

// A goroutine that is at its end, and a panic.
func loadOrGoexit(args []string) {
	ref := configs.Get()
	if len(args) > 8 {
		panic("too many hosts")
	}
	if err := parse(ref.Value(), args); err != nil {
		runtime.Goexit()
	}
	apply(ref.Value())
	ref.Release()
}

// The loop does not end.
func serve(updates <-chan []string) {
	ref := configs.Get()
	for {
		if err := parse(ref.Value(), <-updates); err == nil {
			apply(ref.Value())
		}
	}
}
