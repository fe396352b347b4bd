// Package listedliterals has lists of function literals, all of which are called in the end.
package listedliterals

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type order struct{ items []string }

var (
	orders  = rcpool.Pool[order]{Name: "orders"}
	buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

func get(items ...string) (rcpool.Ref[order], error) {
	if len(items) == 0 {
		return rcpool.Ref[order]{}, fmt.Errorf("no items")
	}
	ref := orders.Get()
	ref.Value().items = append(ref.Value().items, items...)
	return ref, nil
}
