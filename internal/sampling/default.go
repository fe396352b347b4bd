//go:build !race && !rcpool_check

package sampling

// DefaultOneIn is the setting that a program begins with: one lease in 1024 is
// checked. Under the race detector and with the build tag rcpool_check it is
// every lease (default_all.go).
const DefaultOneIn = 1024
