package rcpool_test

import (
	"os/exec"
	"regexp"
	"runtime"
	"testing"
)

// Get, Value and Release are as fast as they are only because the compiler
// inlines what they call, also from the internal packages. It does so by a
// budget that the next line of code may exceed.
func TestInlining(t *testing.T) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("atomic operations are no intrinsics everywhere")
	}
	out, err := exec.Command("go", "test", "-run=^$", "-count=1", "-gcflags=-m=2", ".").CombinedOutput()
	if err != nil {
		t.Skipf("no go command to ask: %v", err)
	}
	for name, want := range map[string]string{
		"Value into its caller": `can inline (rcpool\.)?Ref\[go\.shape.*\]\.Value with cost`,
		"borrow into Value":     `ref\.go\S* inlining call to rcpool\.\(\*slot\)\.borrow`,
		"the test of Value":     `ref\.go\S* inlining call to word\.Word\.HasIdentity`,
		"the load of Value":     `ref\.go\S* inlining call to rcpool\.\(\*slot\)\.load`,

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
	} {
		if !regexp.MustCompile(want).Match(out) {
			t.Errorf("%s is not inlined any more: the compiler does not say %q", name, want)
		}
	}
}
