// Package removedinside has containers whose entries leave through a function that is given what was
// found there, and containers that are emptied while something is in them.
package removedinside

import "github.com/rcpool/rcpool"

type Request struct {
	No   int
	Body []byte
}

var requests = rcpool.Pool[Request]{Name: "requests"}

func get(no int) rcpool.Ref[Request] {
	r := requests.Get()
	r.Value().No = no
	return r
}

type call struct {
	id       int
	deadline int
	req      rcpool.Ref[Request]
}
