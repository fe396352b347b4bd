package rcdebug

import (
	"cmp"
	"slices"
	"strings"
)

// mistakes are what should not be, worst first.
var mistakes = []struct {
	one, many string
	pools     bool // name the pools; reports name theirs
	of        func(News) uint64
}{
	{"report", "reports", false, func(n News) uint64 { return uint64(n.Reports) }},
	{"lease lost", "leases lost", true, func(n News) uint64 { return n.Lost }},
	{"object retired after misuse", "objects retired after misuse", true, func(n News) uint64 { return n.Misuse }},
	{"object retired because its reset panicked", "objects retired because their reset panicked", true, func(n News) uint64 { return n.Panic }},
}

// verdict says what is wrong and new, and what is wrong and was seen.
func verdict(s *Snapshot, pools []PoolStats) (wrong, seen []string) {
	wrong, seen = []string{}, []string{} // in JSON empty lists, not null
	is := s.Total.New
	was := News{
		Reports: len(s.Reports) - is.Reports,
		Lost:    s.Total.Lost - is.Lost,
		Misuse:  s.Total.RetiredBy.Misuse - is.Misuse,
		Panic:   s.Total.RetiredBy.Panic - is.Panic,
	}
	for _, m := range mistakes {
		if n := m.of(is); n > 0 {
			text := amount(n, m.one, m.many)
			if m.pools {
				text += " in " + worst(pools, m.of)
			}
			wrong = append(wrong, text)
		}
		if n := m.of(was); n > 0 {
			seen = append(seen, amount(n, m.one, m.many))
		}
	}
	return wrong, seen
}

func amount(n uint64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return exact(n) + " " + many
}

// worst names the pools with the most of something, at most three.
func worst(pools []PoolStats, of func(News) uint64) string {
	var found []*PoolStats
	for i := range pools {
		if of(pools[i].New) > 0 {
			found = append(found, &pools[i])
		}
	}
	slices.SortStableFunc(found, func(a, b *PoolStats) int { return cmp.Compare(of(b.New), of(a.New)) })
	const most = 3
	names := []string{}
	for _, p := range found[:min(len(found), most)] {
		names = append(names, brief(p.Name))
	}
	if more := len(found) - most; more > 0 {
		return strings.Join(names, ", ") + " and " + amount(uint64(more), "other pool", "other pools")
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return names[0]
}

// brief shortens a long name to its end, which in the name of a type tells most.
func brief(name string) string {
	const most = 40 // and a word joiner, so that no line ends with the dots
	if runes := []rune(name); len(runes) > most {
		return "…\u2060" + string(runes[len(runes)-most:])
	}
	return name
}
