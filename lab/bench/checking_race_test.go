//go:build race

package bench_test

import "testing"

// BenchmarkCheckingRace is what checking costs under the race detector.
func BenchmarkCheckingRace(b *testing.B) { benchmarkChecking(b) }
