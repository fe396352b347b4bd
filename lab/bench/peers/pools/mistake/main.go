// Mistake makes one mistake with one pool, and prints what happens, as a line of
// JSON for each event. lab/bench/peers runs it for every cell of its table.
//
//	mistake -peer sync -misuse double-put
//	mistake -list
//
// Three goroutines take turns: the culprit, and Alice and Bob, who do nothing
// wrong. They run on one processor, so that a pool leases an object again at
// once. A pool may drop an object instead, so an attempt at which nothing happens
// is made again, and a mistake that needs the same object again waits for it for a
// limited time.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/lab/bench/peers/pools"
)

// attempts is how often a mistake is made until something happens. Under the race
// detector harm is not enough: a sync.Pool drops one object in four there, and
// the races depend on which.
const attempts = 20

func main() {
	log.SetFlags(0)
	log.SetPrefix("mistake: ")
	peerName := flag.String("peer", "", "the pool")
	misuse := flag.String("misuse", "", "the mistake")
	list := flag.Bool("list", false, "list the pools and the mistakes, as JSON")
	repeat := flag.Int("repeat", raceFactor*attempts, "make the mistake up to so many `times`, until something happens")
	report := flag.Bool("until-report", false, "go on until there is a report, and not only until something happens")
	flag.Parse()
	if *list {
		printList()
		return
	}
	peers, all := pools.All(), scripts()
	p := slices.IndexFunc(peers, func(p pools.Peer) bool { return p.Name == *peerName })
	s := slices.IndexFunc(all, func(s script) bool { return s.name == *misuse })
	if p < 0 || s < 0 {
		log.Printf("there is no pool %q, or no mistake %q; see -list", *peerName, *misuse)
		os.Exit(2)
	}
	runtime.GOMAXPROCS(1)
	until := ^uint32(0)
	if raceFactor > 1 {
		until &^= bit(harmed)
	}
	if *report {
		until = bit(reported)
	}
	if all[s].Once {
		*repeat = 1
	}
	perform(peers[p], all[s], *repeat, until)
}

// perform plays the script until one of the events in the bits of until happens,
// at most repeat times.
func perform(peer pools.Peer, s script, repeat int, until uint32) {
	rcpool.OnReport(func(r rcpool.Report) {
		if r.Kind == rcpool.KeptPointer && until != bit(reported) {
			return // whether a garbage collection comes while the pointer is held is chance
		}
		observe(event{What: reported, Said: r.Kind.String() + fields(r), Blaming: strings.Contains(r.String(), mistakePlace)})
	})
	st := &stage{pool: peer.Open(), peer: peer, culprit: newActor("the culprit"), alice: newActor("Alice"), bob: newActor("Bob")}
	n := 0
	for n < repeat && seen.Load()&until == 0 {
		n++
		next := *st // a stage of its own: the actors may still be looking at the last
		next.patient, next.attempt = next.reused && raceFactor > 1 || n < attempts*3/4, uint64(n)
		if raceFactor > 1 && !peer.Ours { // of an address, the detector reports only the first race
			next.pool = peer.Open()
		}
		st = &next
		s.play(st)
	}
	if peer.Ours {
		st.goOn(until == bit(reported))
	}
	collect()
	observe(event{What: ended, Said: fmt.Sprint(n)})
}

// goOn lets Alice go on using the pool correctly. rcpool looks for late writes to
// objects that it did not make itself a thousand checked leases later: soon if
// every lease is checked, and otherwise after about a second.
func (s *stage) goOn(long bool) {
	deadline := time.Now()
	if long {
		deadline = deadline.Add(5 * time.Second)
	}
	for first := true; seen.Load()&(bit(reported)|bit(panicked)) == 0 && (first || time.Now().Before(deadline)); first = false {
		s.alice.do(func() {
			for range 3000 {
				l := s.pool.Get()
				l.Write(ofAlice)
				l.Put()
			}
		})
	}
}

func fields(r rcpool.Report) string {
	if len(r.Fields) == 0 {
		return ""
	}
	return ": " + r.Fields[0].String()
}

// collect runs the garbage collector, and lets other goroutines run.
func collect() {
	for range 5 {
		runtime.GC()
		time.Sleep(5 * time.Millisecond)
	}
	rcpool.FlushReports(context.Background())
}

func printList() {
	type misuse struct {
		Name, Title string
		Fits        []string // the names of the peers with which it can be made
		traits
	}
	var out struct {
		Peers   []pools.Peer
		Misuses []misuse
	}
	out.Peers = pools.All()
	for _, s := range scripts() {
		m := misuse{Name: s.name, Title: s.title, traits: s.traits}
		for _, p := range pools.All() {
			if s.fits == nil || s.fits(p) {
				m.Fits = append(m.Fits, p.Name)
			}
		}
		out.Misuses = append(out.Misuses, m)
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
