// truth: zero-ref line 75 callee

// Command txnhandoff runs transactions and hands their write sets to a replicator.
package main

import (
	"fmt"
	"sort"

	"github.com/rcpool/rcpool"
)

type writeSet struct {
	ID     int
	Values map[string]string
}

func (w *writeSet) Reset() {
	w.ID = 0
	clear(w.Values)
}

var writeSets = rcpool.Pool[writeSet]{
	Name: "write sets",
	New:  func() *writeSet { return &writeSet{Values: map[string]string{}} },
}

type replicator struct {
	pending chan rcpool.Ref[writeSet]
}

// offer takes the write set over, unless the replicator is behind.
func (r *replicator) offer(ws *rcpool.Ref[writeSet]) bool {
	select {
	case r.pending <- *ws:
		*ws = rcpool.Ref[writeSet]{}
		return true
	default:
		return false
	}
}

func (r *replicator) apply(to map[string]string) int {
	n := 0
	for {
		select {
		case ws := <-r.pending:
			for k, v := range ws.Value().Values {
				to[k] = v
			}
			ws.Release()
			n++
		default:
			return n
		}
	}
}

type engine struct {
	rep    *replicator
	nextID int
}

func (e *engine) commit(kv map[string]string) (string, error) {
	ws := writeSets.Get()
	defer rcpool.Drop(&ws)
	e.nextID++
	ws.Value().ID = e.nextID
	for k, v := range kv {
		ws.Value().Values[k] = v
	}
	if !e.rep.offer(&ws) {
		return "", fmt.Errorf("replicator is behind at %d", ws.Value().ID)
	}
	return fmt.Sprintf("COMMIT %d", ws.Value().ID), nil
}

func main() {
	e := &engine{rep: &replicator{pending: make(chan rcpool.Ref[writeSet], 1)}}
	table := map[string]string{}
	defer func() {
		fmt.Println(e.rep.apply(table))
		keys := make([]string, 0, len(table))
		for k := range table {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		fmt.Println(keys)
	}()
	fmt.Println(e.commit(map[string]string{"a": "1"}))
	fmt.Println(e.commit(map[string]string{"b": "2"}))
}
