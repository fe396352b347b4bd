package rcpool_test

import (
	"os/exec"
	"regexp"
	"runtime"
	"testing"
)

// Get, Value, Retain and Release are as fast as they are only because the compiler
// inlines what they call, also from the internal packages. It does so by a
// budget that the next line of code may exceed.
func TestInlining(t *testing.T) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("atomic operations are no intrinsics everywhere")
	}
	var out []byte
	for _, args := range [][]string{
		{"test", "-run=^$", "-count=1", "-gcflags=-m=2", "."},
		{"build", "-gcflags=-m=2", "./internal/handle"}, // a test would import more, so more would be inlined
	} {
		said, err := exec.Command("go", args...).CombinedOutput()
		if err != nil {
			t.Skipf("no go command to ask: %v", err)
		}
		out = append(out, said...)
	}
	for name, want := range map[string]string{
		"Value into its caller": `can inline (rcpool\.)?Ref\[go\.shape.*\]\.Value with cost`,
		"borrow into Value":     `ref\.go\S* inlining call to rcpool\.\(\*slot\)\.borrow`,
		"the test of Value":     `ref\.go\S* inlining call to word\.Word\.HasIdentity`,
		"the load of Value":     `ref\.go\S* inlining call to rcpool\.\(\*slot\)\.load`,

		"Get into its caller":   `can inline (rcpool\.)?\(\*Pool\[go\.shape.*\]\)\.Get with cost`,
		"the pin of Get":        `get\.go\S* inlining call to magazine\.Pin`,
		"the caches of Get":     `get\.go\S* inlining call to magazine\.\(\*Cache\)\.Has`,
		"the object of Get":     `get\.go\S* inlining call to magazine\.\(\*Cache\)\.TakeLatest`,
		"the pin of Release":    `ref\.go\S* inlining call to rcpool\.pin`,
		"the caches of Release": `ref\.go\S* inlining call to magazine\.\(\*Cache\)\.Has`,
		"the room of Release":   `ref\.go\S* inlining call to magazine\.\(\*Cache\)\.MakeRoom`,

		"the load of Get":  `get\.go\S* inlining call to rcpool\.\(\*slot\)\.load`,
		"the count of Get": `get\.go\S* inlining call to ledger\.\(\*Counter\)\.Begin`,

		"the test of Release":  `ref\.go\S* inlining call to word\.Tag\.Unshared`,
		"the swap of Release":  `ref\.go\S* inlining call to rcpool\.\(\*slot\)\.swap`,
		"the reset of Release": `ref\.go\S* inlining call to ledger\.\(\*Counter\)\.StartReset`,
		"the count of Release": `ref\.go\S* inlining call to ledger\.\(\*Counter\)\.End`,
		"the word of recycle":  `recycle\.go\S* inlining call to word\.Word\.Next`,
		"the reset of recycle": `recycle\.go\S* inlining call to ledger\.\(\*Counter\)\.StartReset`,
		"the count of recycle": `recycle\.go\S* inlining call to ledger\.\(\*Counter\)\.End`,

		"the tags of Retain":  `ref\.go\S* inlining call to word\.Tag\.Counted`,
		"the word of Retain":  `ref\.go\S* inlining call to word\.Word\.Share`,
		"the tests of Retain": `slot\.go\S* inlining call to word\.Word\.Holds`,

		"the load of a table's entry":  `table\.go\S* inlining call to atomic\.\(\*Uint64\)\.Load`,
		"the swap of a table's entry":  `table\.go\S* inlining call to atomic\.\(\*Uint64\)\.CompareAndSwap`,
		"the load of a parked entry":   `parked\.go\S* inlining call to atomic\.\(\*Uint64\)\.Load`,
		"the swap of a parked entry":   `parked\.go\S* inlining call to atomic\.\(\*Uint64\)\.CompareAndSwap`,
		"the test of a table's parked": `parked\.go\S* inlining call to atomic\.\(\*Bool\)\.Load`,
	} {
		if !regexp.MustCompile(want).Match(out) {
			t.Errorf("%s is not inlined any more: the compiler does not say %q", name, want)
		}
	}
}
