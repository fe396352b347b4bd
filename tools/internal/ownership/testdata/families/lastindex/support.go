package lastindex

import "github.com/rcpool/rcpool"

type line struct{ text string }

var lines rcpool.Pool[line]

type backend struct{ queue chan rcpool.Ref[line] }

type mirror struct{ backends []*backend }
