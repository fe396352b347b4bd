// Package secondkey has maps in which a pooled object gets a second key.
package secondkey

import "sync"

type rule struct {
	hits int
	refs int
}

var rules = sync.Pool{New: func() any { return new(rule) }}
