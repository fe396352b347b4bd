// truth: double-release line 90 hard

// Connregistry tracks the connections of a game server, by player and by
// address.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type peer struct {
	player string
	addr   string
	inbox  []string
	kicked bool
}

func (p *peer) Reset() {
	clear(p.inbox)
	*p = peer{inbox: p.inbox[:0]}
}

var errTaken = errors.New("player is already connected")

type registry struct {
	pool     rcpool.Pool[peer]
	mu       sync.Mutex
	byPlayer map[string]rcpool.Ref[peer]
	byAddr   map[string]rcpool.Ref[peer]
}

func newRegistry() *registry {
	return &registry{byPlayer: map[string]rcpool.Ref[peer]{}, byAddr: map[string]rcpool.Ref[peer]{}}
}

func (r *registry) connect(player, addr string) error {
	ref := r.pool.Get()
	defer rcpool.Drop(&ref)
	p := ref.Value()
	p.player, p.addr = player, addr
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.byPlayer[player]; ok {
		return fmt.Errorf("%s: %w", player, errTaken)
	}
	entry := rcpool.Move(&ref)
	r.byPlayer[player] = entry
	r.byAddr[addr] = entry
	return nil
}

func (r *registry) tell(addr, text string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	ref, ok := r.byAddr[addr]
	if ok {
		p := ref.Value()
		p.inbox = append(p.inbox, text)
	}
	return ok
}

func (r *registry) kick(player string) (missed int, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	ref, ok := r.byPlayer[player]
	if !ok {
		return 0, false
	}
	p := ref.Value()
	missed = len(p.inbox)
	delete(r.byAddr, p.addr)
	delete(r.byPlayer, player)
	ref.Release()
	return missed, true
}

func (r *registry) shutdown() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for player, ref := range r.byPlayer {
		ref.Release()
		delete(r.byPlayer, player)
	}
	for addr, ref := range r.byAddr {
		ref.Release()
		delete(r.byAddr, addr)
	}
}

func main() {
	r := newRegistry()
	fmt.Println(r.connect("ada", "10.0.0.1:7"), r.connect("bob", "10.0.0.2:7"), r.connect("ada", "10.0.0.3:7"))
	fmt.Println(r.tell("10.0.0.1:7", "hi"), r.tell("10.0.0.9:7", "hi"))
	fmt.Println(r.kick("ada"))
	fmt.Println(r.kick("eve"))
	r.shutdown()
	fmt.Println(r.pool.Stats().InUse)
}
