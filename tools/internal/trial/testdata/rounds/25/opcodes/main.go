// truth: correct

// Command opcodes dispatches packets of a game protocol through a table.
package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/rcpool/rcpool"
)

type op uint8

const (
	opPing op = iota
	opJoin
	opSay
	opHold
	opBatch
	numOps
)

type Packet struct {
	Op   op
	From string
	Text string
	Sub  []rcpool.Ref[Packet]
}

// Reset releases what a batch still owns.
func (p *Packet) Reset() {
	for i := range p.Sub {
		rcpool.Drop(&p.Sub[i])
	}
	p.Op, p.From, p.Text, p.Sub = 0, "", "", p.Sub[:0]
}

var packets = rcpool.Pool[Packet]{Name: "packets"}

func packet(o op, from, text string, sub ...rcpool.Ref[Packet]) rcpool.Ref[Packet] {
	ref := packets.Get()
	p := ref.Value()
	p.Op, p.From, p.Text = o, from, text
	p.Sub = append(p.Sub, sub...)
	return ref
}

var (
	errOp     = errors.New("bad opcode")
	errNoRoom = errors.New("not in room")
)

// A handler takes the packet over.
type handler func(*room, rcpool.Ref[Packet]) error

var table = [numOps]handler{
	opPing: func(_ *room, p rcpool.Ref[Packet]) error { p.Release(); return nil },
	opSay:  lend((*room).say),
	opHold: (*room).hold,
}

func init() {
	table[opJoin] = (*room).join
	table[opBatch] = (*room).batch
}

// lend makes a handler of a function that only borrows.
func lend(f func(*room, *Packet) error) handler {
	return func(r *room, p rcpool.Ref[Packet]) error {
		defer p.Release()
		return f(r, p.Value())
	}
}

type room struct {
	members map[string]bool
	held    map[string]rcpool.Ref[Packet]
	said    []string
}

func (r *room) dispatch(p rcpool.Ref[Packet]) error {
	o := p.Value().Op
	if o >= numOps || table[o] == nil {
		p.Release()
		return fmt.Errorf("%w %d", errOp, o)
	}
	return table[o](r, p)
}

func (r *room) join(p rcpool.Ref[Packet]) error {
	defer p.Release()
	from := p.Value().From
	r.members[from] = true
	if waiting, ok := r.held[from]; ok {
		delete(r.held, from)
		waiting.Value().Op = opSay
		return r.dispatch(waiting)
	}
	return nil
}

func (r *room) say(p *Packet) error {
	if !r.members[p.From] {
		return errNoRoom
	}
	r.said = append(r.said, p.From+":"+p.Text)
	return nil
}

// hold keeps the latest packet of a user until the user joins.
func (r *room) hold(p rcpool.Ref[Packet]) error {
	from := p.Value().From
	if old, ok := r.held[from]; ok {
		old.Release()
	}
	r.held[from] = p
	return nil
}

func (r *room) batch(p rcpool.Ref[Packet]) error {
	defer p.Release()
	b := p.Value()
	for i := range b.Sub {
		if err := r.dispatch(rcpool.Move(&b.Sub[i])); err != nil {
			return fmt.Errorf("batch item %d: %w", i, err)
		}
	}
	return nil
}

func (r *room) close() {
	for from, p := range r.held {
		delete(r.held, from)
		p.Release()
	}
}

func main() {
	r := &room{members: map[string]bool{}, held: map[string]rcpool.Ref[Packet]{}}
	for _, p := range []rcpool.Ref[Packet]{
		packet(opPing, "ann", ""),
		packet(opHold, "bob", "lost"),
		packet(opHold, "bob", "hi"),
		packet(opHold, "eve", "never"),
		packet(opBatch, "", "", packet(opJoin, "ann", ""), packet(opJoin, "bob", ""), packet(opSay, "ann", "yo")),
		packet(opBatch, "", "", packet(opSay, "zed", "?"), packet(opSay, "ann", "unsent")),
		packet(99, "x", ""),
	} {
		if err := r.dispatch(p); err != nil {
			fmt.Println(err)
		}
	}
	r.close()
	sort.Strings(r.said)
	fmt.Println(strings.Join(r.said, " "))
	check()
}
