package magazine

import _ "unsafe" // for go:linkname

// The runtime keeps these two for those who link to them: "Do not remove or
// change the type signature. See go.dev/issue/67401." So they need no flags of
// the linker.

// procPin pins the goroutine to its P: neither is stopped or moved before
// procUnpin. It returns the number of the P, which is less than GOMAXPROCS.
//
//go:linkname procPin runtime.procPin
func procPin() int

//go:linkname procUnpin runtime.procUnpin
func procUnpin()
