// truth: double-release line 67,88 hard

// Command voteround collects the votes of replicas for a proposal.
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type vote struct {
	replica  int
	term     int
	proposal string
	grant    bool
}

var votes = rcpool.Pool[vote]{Name: "votes"}

type round struct {
	term   int
	quorum int
	all    []rcpool.Ref[vote] // in the order they came
	closed bool
}

var (
	errLate = errors.New("round is over")
	errTerm = errors.New("wrong term")
)

func newVote(replica, term int, grant bool) rcpool.Ref[vote] {
	ref := votes.Get()
	v := ref.Value()
	v.replica, v.term, v.grant = replica, term, grant
	v.proposal = fmt.Sprintf("p%d", term)
	return ref
}

// index returns where the vote of a replica is, or -1.
func (r *round) index(replica int) int {
	for i, ref := range r.all {
		if ref.Value().replica == replica {
			return i
		}
	}
	return -1
}

// cast takes the vote over. A replica may change its mind until the end.
func (r *round) cast(ref rcpool.Ref[vote]) error {
	v := ref.Value()
	switch {
	case r.closed:
		ref.Release()
		return errLate
	case v.term != r.term:
		ref.Release()
		return errTerm
	}
	if i := r.index(v.replica); i >= 0 {
		r.all[i].Release()
		r.all[i] = ref
	}
	r.all = append(r.all, ref)
	return nil
}

func (r *round) granted() (n int) {
	for _, ref := range r.all {
		if ref.Value().grant {
			n++
		}
	}
	return n
}

func (r *round) decided() bool { return r.granted() >= r.quorum }

// finish closes the round and gives up the votes.
func (r *round) finish() (yes, no int) {
	r.closed = true
	yes = r.granted()
	no = len(r.all) - yes
	for _, ref := range r.all {
		ref.Release()
	}
	r.all = nil
	return yes, no
}

func elect(term int, ballots ...int) (yes, no int, won bool) {
	r := &round{term: term, quorum: 2}
	for i, b := range ballots {
		replica, grant := b, true
		if b < 0 {
			replica, grant = -b, false
		}
		if err := r.cast(newVote(replica, term+i/4, grant)); err != nil {
			fmt.Println("replica", replica, err)
		}
	}
	won = r.decided()
	yes, no = r.finish()
	if err := r.cast(newVote(9, term, true)); err != nil {
		fmt.Println("after the end:", err)
	}
	return yes, no, won
}

func main() {
	fmt.Println(elect(1, 1, -2, 3))
	fmt.Println(elect(2, 1, 2, 3, -4, 5))
	fmt.Println(elect(3, 1, -2, 2))
}
