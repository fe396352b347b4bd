// truth: detach line 92 plain

// Command sessionmove moves the sessions of a game server to another node. A
// session that leaves is taken out of its pool and encoded for the journey.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Session struct {
	Player string
	Room   string
	Items  []string
	Moves  int
}

func (s *Session) Reset() {
	clear(s.Items)
	*s = Session{Items: s.Items[:0]}
}

type audit struct {
	mu    sync.Mutex
	lines []string
}

func (a *audit) add(what string, s *Session) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lines = append(a.lines, fmt.Sprintf("%s %s with %d items", what, s.Player, len(s.Items)))
}

var errNoPlayer = errors.New("no such player")

type Node struct {
	name     string
	pool     rcpool.Pool[Session]
	mu       sync.Mutex
	sessions map[string]rcpool.Ref[Session]
	audit    audit
}

func NewNode(name string) *Node {
	return &Node{name: name, sessions: make(map[string]rcpool.Ref[Session])}
}

func (n *Node) Join(player, room string, items ...string) {
	ref := n.pool.Get()
	s := ref.Value()
	s.Player, s.Room = player, room
	s.Items = append(s.Items, items...)
	n.mu.Lock()
	defer n.mu.Unlock()
	if old, ok := n.sessions[player]; ok {
		old.Release()
	}
	n.sessions[player] = ref
}

// remove returns the session of the player; the caller owns it.
func (n *Node) remove(player string) (rcpool.Ref[Session], error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	ref, ok := n.sessions[player]
	if !ok {
		return ref, fmt.Errorf("%w: %s", errNoPlayer, player)
	}
	delete(n.sessions, player)
	return ref, nil
}

// Export ends the session here and returns it for another node.
func (n *Node) Export(player, to string) (*Session, error) {
	if to == n.name {
		return nil, errors.New("already there")
	}
	ref, err := n.remove(player)
	if err != nil {
		return nil, err
	}
	trail := ref.Retain()
	defer trail.Release()
	began := time.Now()
	ref.Value().Moves++
	s := ref.Detach()
	n.audit.add("moved to "+to+":", trail.Value())
	if d := time.Since(began); d > time.Second {
		n.audit.add("slow move of", s)
	}
	return s, nil
}

func (n *Node) Close() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for player, ref := range n.sessions {
		ref.Release()
		delete(n.sessions, player)
	}
}

func main() {
	n := NewNode("eu-1")
	defer n.Close()
	n.Join("ann", "lobby", "sword")
	n.Join("bob", "lobby")
	n.Join("ann", "arena", "sword", "map")
	for _, move := range [][2]string{{"carl", "us-1"}, {"bob", "eu-1"}, {"ann", "us-1"}} {
		s, err := n.Export(move[0], move[1])
		if err != nil {
			fmt.Println(err)
			continue
		}
		data, err := json.Marshal(s)
		fmt.Println(string(data), err)
	}
	fmt.Println(n.audit.lines)
}
