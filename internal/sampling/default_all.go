//go:build race || rcpool_check

package sampling

// DefaultOneIn is the setting that a program begins with: every lease is checked
// under the race detector and with the build tag rcpool_check.
const DefaultOneIn = 1
