// Package annotation has annotations that say what types can not, and ones
// that are wrong.
package annotation

import "github.com/rcpool/rcpool"

// A Mail is sent once.
type Mail struct {
	To   string
	Sent bool
}

var mails = rcpool.Pool[Mail]{Name: "mails"}

func post(*Mail) {}
