// Package elements has containers of references whose elements go different
// ways.
package elements

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// A Shard is a part of an object.
type Shard struct {
	No   int
	Sum  int
	Data [64]byte
}

var shards = rcpool.Pool[Shard]{Name: "shards"}

var errDamaged = errors.New("damaged shard")

func read(no int) rcpool.Ref[Shard] {
	shard := shards.Get()
	shard.Value().No = no
	return shard
}

func verify(s *Shard) error {
	if s.No < 0 {
		return errDamaged
	}
	return nil
}

func releaseAll(all []rcpool.Ref[Shard]) {
	for _, shard := range all {
		shard.Release()
	}
}

// A stripe has two data shards and a parity shard.
type stripe struct {
	data   [2]rcpool.Ref[Shard]
	parity rcpool.Ref[Shard]
}

func (s *stripe) close() {
	for i := range s.data {
		rcpool.Drop(&s.data[i])
	}
	rcpool.Drop(&s.parity)
}
