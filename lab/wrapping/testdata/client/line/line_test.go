// Package line logs lines, as users of zerolog do.
package line

import (
	"io"
	"testing"

	"github.com/rs/zerolog"
)

var log = zerolog.New(io.Discard)

func chain() { log.Info().Str("user", "bob").Int("age", 42).Msg("hello") }

// A chain of calls allocates nothing, whatever the shape of an event.
func TestChain_AllocatesNothing(t *testing.T) {
	if n := testing.AllocsPerRun(1000, chain); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkChain(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		chain()
	}
}

// The line is empty, so the lease of the event is much of it.
func BenchmarkEmpty(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		log.Log().Send()
	}
}

func BenchmarkTenFields(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		log.Info().
			Str("a", "1").Str("b", "2").Str("c", "3").Str("d", "4").Str("e", "5").
			Int("f", 6).Int("g", 7).Bool("h", true).Bool("i", false).Str("j", "10").
			Msg("hello")
	}
}

// The event escapes.
func BenchmarkKept(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		kept = log.Info()
		kept.Str("user", "bob").Int("age", 42).Msg("hello")
	}
}

var kept *zerolog.Event

// The level of the line is not logged.
func BenchmarkDisabled(b *testing.B) {
	log := log.Level(zerolog.WarnLevel)
	b.ReportAllocs()
	for b.Loop() {
		log.Info().Str("user", "bob").Int("age", 42).Msg("hello")
	}
}

func BenchmarkParallel(b *testing.B) {
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			chain()
		}
	})
}
