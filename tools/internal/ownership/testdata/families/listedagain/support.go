// Package listedagain has references that are appended to a list which has them already.
package listedagain

import (
	"errors"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/rcpool/rcpool"
)

type image struct{ name string }

var images = rcpool.Pool[image]{Name: "images"}

var errNoName = errors.New("no name")

func load(name string) (rcpool.Ref[image], error) {
	if name == "" {
		return rcpool.Ref[image]{}, errNoName
	}
	ref := images.Get()
	ref.Value().name = name
	return ref, nil
}

type reader interface {
	// Read returns an array that the caller releases.
	Read(name string) (arrow.Array, error)
}
