package loopover

import (
	"bufio"
	"errors"
	"iter"

	"github.com/rcpool/rcpool"
)

type claims struct {
	path   string
	params map[string]string
}

var all rcpool.Pool[claims]

var writers rcpool.Pool[bufio.Writer]

var errToken = errors.New("malformed token")

type source interface {
	Lines() iter.Seq2[string, error]
}
