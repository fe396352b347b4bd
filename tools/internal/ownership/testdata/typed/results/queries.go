// Package results has deferred functions that look at the named results.
package results

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// A Query is built in steps, each of which may fail.
type Query struct {
	Table string
	Limit int
}

var queries = rcpool.Pool[Query]{Name: "queries"}

var errTable = errors.New("no such table")

func from(q *Query, table string) error {
	if table == "" {
		return errTable
	}
	q.Table = table
	return nil
}

func limit(q *Query, n int) error {
	if n < 0 {
		return errTable
	}
	q.Limit = n
	return nil
}

func logError(error) {}
