// truth: double-release line 53,57 hard
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type ballot struct {
	voter   int
	choices []string
}

func (b *ballot) Reset() {
	clear(b.choices)
	b.voter, b.choices = 0, b.choices[:0]
}

var ballots = rcpool.Pool[ballot]{Name: "ballots"}

// draw returns a ballot for each voter.
func draw(votes map[int][]string, voters ...int) []rcpool.Ref[ballot] {
	refs := make([]rcpool.Ref[ballot], 0, len(voters))
	for _, id := range voters {
		b := ballots.Get()
		b.Value().voter = id
		b.Value().choices = append(b.Value().choices, votes[id]...)
		refs = append(refs, b)
	}
	return refs
}

func releaseAll(refs []rcpool.Ref[ballot]) {
	for _, r := range refs {
		r.Release()
	}
}

func count(refs []rcpool.Ref[ballot]) map[string]int {
	n := make(map[string]int)
	for _, r := range refs {
		for weight, c := range r.Value().choices {
			n[c] += 3 - weight
		}
	}
	return n
}

// tally counts the ballots, without the chair's unless there is a tie.
func tally(votes map[int][]string, chair int, voters ...int) map[string]int {
	refs := draw(votes, append([]int{chair}, voters...)...)
	defer releaseAll(refs)
	deciding, rest := refs[0], refs[1:]
	n := count(rest)
	if len(n) < 2 || n["yes"] != n["no"] {
		deciding.Release()
		return n
	}
	for _, c := range deciding.Value().choices {
		n[c]++
	}
	return n
}

func main() {
	votes := map[int][]string{1: {"yes"}, 2: {"no"}, 3: {"yes"}, 9: {"no"}}
	fmt.Println(tally(votes, 9, 1, 2))
	defer func() {
		fmt.Println("recovered:", recover())
		fmt.Println("in use:", ballots.Stats().InUse)
	}()
	fmt.Println(tally(votes, 9, 1, 2, 3))
}
