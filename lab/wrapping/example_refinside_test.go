package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

// A Conn keeps the Ref of its lease, and users have the *Conn.
type Conn struct {
	ref  rcpool.Ref[Conn]
	user string
}

var conns = rcpool.Pool[Conn]{Name: "conns"}

// Open opens a connection. The caller must call Close exactly once.
func Open(user string) *Conn {
	ref := conns.Get()
	c := ref.Value()
	c.ref, c.user = ref, user
	return c
}

// Close ends the lease that c is in now, even if it is somebody else's.
func (c *Conn) Close() {
	ref := rcpool.Move(&c.ref)
	ref.Release()
}

// The pointer of an old lease is the pointer of the new one. So alice closes
// the connection of bob, and bob panics.
//
//rcpool:ignore the mistake is on purpose
func Example_refInside() {
	defer deterministic()() // bob gets the object that alice had

	alice := Open("alice")
	alice.Close()
	bob := Open("bob")
	alice.Close() // silent
	fmt.Printf("bob is %q\n", bob.user)

	defer func() { fmt.Println(recover().(*rcpool.Misuse).Kind) }()
	bob.Close()
	// Output:
	// bob is ""
	// use of a zero Ref
}
