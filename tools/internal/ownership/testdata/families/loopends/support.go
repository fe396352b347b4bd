package loopends

import (
	"iter"

	"github.com/rcpool/rcpool"
)

type row struct{ no int }

var rows rcpool.Pool[row]

type loader func(no int, into *row) error

type source = iter.Seq2[rcpool.Ref[row], error]
