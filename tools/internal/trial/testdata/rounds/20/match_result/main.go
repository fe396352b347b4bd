// truth: reset line 25 plain

// Results of matches are collected by a game server and posted to the ranking.
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type result struct {
	match   int
	winner  string
	scores  map[string]int
	forfeit bool
	log     []string
}

func newResults() *rcpool.Pool[result] {
	return &rcpool.Pool[result]{
		Name: "results",
		New:  func() *result { return &result{scores: map[string]int{}} },
		Reset: func(r *result) {
			r.match = 0
			r.winner = ""
			clear(r.scores)
			clear(r.log)
			r.log = r.log[:0]
		},
	}
}

type ranking struct {
	results *rcpool.Pool[result]
	points  map[string]int
}

func (k *ranking) report(match int, lines ...string) string {
	ref := k.results.Get()
	defer ref.Release()
	r := ref.Value()
	r.match = match
	for _, l := range lines {
		player, what, _ := strings.Cut(l, " ")
		r.log = append(r.log, l)
		switch what {
		case "left":
			r.forfeit = true
		case "scored":
			r.scores[player]++
		}
		if r.winner == "" || r.scores[player] > r.scores[r.winner] {
			r.winner = player
		}
	}
	gain := 3
	if r.forfeit {
		gain = 1
	}
	k.points[r.winner] += gain
	return fmt.Sprint(r.match, " ", r.winner, " +", gain, " of ", len(r.log))
}

func main() {
	k := &ranking{results: newResults(), points: map[string]int{}}
	fmt.Println(k.report(1, "ann scored", "bob scored", "ann scored"))
	fmt.Println(k.report(2, "cat scored", "dan left"))
	fmt.Println(k.report(3, "ann scored", "cat scored", "cat scored"))
	fmt.Println(k.points)
}
