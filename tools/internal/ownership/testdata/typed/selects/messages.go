// Package selects has references that are sent or dropped.
package selects

import "github.com/rcpool/rcpool"

// A Message waits in queues.
type Message struct {
	Key  int
	Body [128]byte
}

var messages = rcpool.Pool[Message]{Name: "messages"}

func produce(m *Message, key int) { m.Key = key }

func write(m *Message) bool { return m.Key > 0 }
