package rcdebug_test

import (
	"cmp"
	"fmt"
	"runtime"
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rcdebug"
)

// BenchmarkPage is the work for one look at the page. In a process with many
// pools most of it is to read their counts.
func BenchmarkPage(b *testing.B) {
	type object struct{ bytes [64]byte }
	for _, n := range []int{10, 100, 1000, 10_000} {
		pools := make([]rcpool.Pool[object], n)
		for i := range pools {
			pools[i].Name = fmt.Sprint("pool ", i)
			pools[i].Get().Release()
		}
		for _, query := range []string{"", "format=json"} {
			b.Run(fmt.Sprint("pools=", n, "/", cmp.Or(query, "format=html")), func(b *testing.B) {
				b.ReportAllocs()
				page := new(rcdebug.Page)
				for b.Loop() {
					if _, err := page.Render(query); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		runtime.KeepAlive(pools)
	}
}
