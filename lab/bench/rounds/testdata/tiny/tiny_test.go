package tiny

import "testing"

func BenchmarkTiny(b *testing.B) {
	for _, pool := range []string{"none", "sync"} {
		b.Run("pool="+pool, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
			}
		})
	}
}

func BenchmarkSkipped(b *testing.B) { b.Fatal("this is to be skipped") }
