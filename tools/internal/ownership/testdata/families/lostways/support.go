// Package lostways has functions that take objects out of the containers that own them.
package lostways

import (
	"context"
	"sync"

	"github.com/rcpool/rcpool"
)

type Work struct {
	No    int
	Files []string
}

var works = rcpool.Pool[Work]{Name: "works"}

func get(no int) rcpool.Ref[Work] {
	w := works.Get()
	w.Value().No = no
	return w
}

func handle(w *Work) error { return context.Cause(context.TODO()) }

type job struct {
	no   int
	work rcpool.Ref[Work]
}

type queue struct {
	wg   sync.WaitGroup
	done int
}
