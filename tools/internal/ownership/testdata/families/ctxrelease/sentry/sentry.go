// Package sentry has the context of the program.
package sentry

import "sync/atomic"

// A Context has what a task may do. It is an interface, as context.Context is.
type Context interface {
	Err() error
	UserID() int
}

// Background is the context of nobody.
func Background() Context { return background{} }

type background struct{}

func (background) Err() error  { return nil }
func (background) UserID() int { return 0 }

// Live is the number of objects that have references.
var Live atomic.Int64
