// Package takenfield has owners whose methods take a reference out and return it.
package takenfield

import (
	"bytes"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type response struct {
	body   rcpool.Ref[bytes.Buffer]
	status int
}

func newResponse(status int) *response { return &response{body: stdpool.Buffer(), status: status} }

func (r *response) take() rcpool.Ref[bytes.Buffer] { return rcpool.Move(&r.body) }

func (r *response) swap(next rcpool.Ref[bytes.Buffer]) rcpool.Ref[bytes.Buffer] {
	old := r.body
	r.body = next
	return old
}

func (r *response) free() { rcpool.Drop(&r.body) }
