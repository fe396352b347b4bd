// truth: zero-ref line 65 callee

// A game server gathers the inputs of a tick.
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type input struct {
	player int
	keys   []byte
}

func (i *input) Reset() { *i = input{keys: i.keys[:0]} }

var inputs = rcpool.Pool[input]{Name: "inputs"}

type tick struct {
	number int
	inputs []rcpool.Ref[input]
	max    int
}

var errLate = errors.New("tick is full")

// add takes the input over and zeroes *in, unless the tick is full.
func (t *tick) add(in *rcpool.Ref[input]) error {
	if len(t.inputs) == t.max {
		return errLate
	}
	t.inputs = append(t.inputs, rcpool.Move(in))
	return nil
}

func (t *tick) run() (keys int) {
	for _, in := range t.inputs {
		keys += len(in.Value().keys)
		in.Release()
	}
	t.inputs = t.inputs[:0]
	t.number++
	return keys
}

type server struct {
	tick  tick
	trace bool
	late  int
}

func (s *server) receive(player int, keys string) error {
	in := inputs.Get()
	defer rcpool.Drop(&in)
	in.Value().player = player
	in.Value().keys = append(in.Value().keys, keys...)
	if err := s.tick.add(&in); err != nil {
		s.late++
		return fmt.Errorf("player %d: %w", in.Value().player, err)
	}
	if s.trace {
		fmt.Println("tick", s.tick.number, "input of", in.Value().player)
	}
	return nil
}

func main() {
	defer func() {
		if p := recover(); p != nil {
			fmt.Println("panic:", p)
		}
	}()
	s := &server{tick: tick{max: 2}}
	defer func() { fmt.Println(s.tick.run()) }()
	for i, keys := range []string{"w", "wa", "d", "s"} {
		s.trace = i == 3
		if err := s.receive(i, keys); err != nil {
			fmt.Println(err)
			fmt.Println(s.tick.run())
		}
	}
}
