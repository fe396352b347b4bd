// Package main has interfaces that no other package can implement: one of their methods has a
// type of the package in its signature.
package main

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type message struct {
	topic string
	body  []byte
}

func (m *message) Reset() { m.topic, m.body = "", m.body[:0] }

var (
	messages = rcpool.Pool[message]{}
	errTopic = errors.New("no topic")
)

// A sink has methods with types of this package.
type sink interface {
	Send(m rcpool.Ref[message]) error
	Size(data []byte) int
}

type counter struct{ n int }

func (c *counter) Send(m rcpool.Ref[message]) error {
	defer m.Release()
	if m.Value().topic == "" {
		return errTopic
	}
	c.n++
	return nil
}

func (c *counter) Size(data []byte) int { return len(data) + c.n }

// A store has two implementations.
type store interface {
	Put(m rcpool.Ref[message]) error
}

type keeping struct{ all []rcpool.Ref[message] }

func (k *keeping) Put(m rcpool.Ref[message]) error {
	k.all = append(k.all, m)
	return nil
}

type refusing struct{}

func (refusing) Put(rcpool.Ref[message]) error { return errTopic }

func main() {}
