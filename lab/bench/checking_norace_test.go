//go:build !race

package bench_test

import "testing"

// BenchmarkChecking is what checking costs. See BenchmarkCheckingRace for a build
// with the race detector.
func BenchmarkChecking(b *testing.B) { benchmarkChecking(b) }
