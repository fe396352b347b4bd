// truth: double-release line 65,70 plain

package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Query struct {
	SQL  string
	Args []any
	Rows int
}

func (q *Query) Reset() {
	clear(q.Args)
	q.SQL, q.Args, q.Rows = "", q.Args[:0], 0
}

var queries = rcpool.Pool[Query]{Name: "queries"}

var (
	errDown   = errors.New("replica is down")
	errSyntax = errors.New("syntax error")
)

type replica struct {
	name string
	down bool
}

func (r *replica) exec(q *Query) error {
	switch {
	case r.down:
		return fmt.Errorf("%s: %w", r.name, errDown)
	case q.SQL == "":
		return fmt.Errorf("%s: %w", r.name, errSyntax)
	}
	q.Rows = len(q.Args)
	return nil
}

type cluster struct {
	replicas []*replica
	rows     int
	failed   int
}

// exec takes the query over and tries one replica after the other.
func (c *cluster) exec(query rcpool.Ref[Query]) error {
	var last error
	for _, r := range c.replicas {
		err := r.exec(query.Value())
		if err == nil {
			c.rows += query.Value().Rows
			query.Release()
			return nil
		}
		last = err
		if !errors.Is(err, errDown) {
			// another replica would say the same
			query.Release()
			break
		}
	}
	c.failed++
	query.Release()
	return fmt.Errorf("exec: %w", last)
}

func prepare(sql string, args ...any) rcpool.Ref[Query] {
	query := queries.Get()
	q := query.Value()
	q.SQL = sql
	q.Args = append(q.Args, args...)
	return query
}

func main() {
	c := &cluster{replicas: []*replica{{name: "a", down: true}, {name: "b"}}}
	fmt.Println(c.exec(prepare("insert", 1, 2)), c.rows)
	c.replicas[1].down = true
	fmt.Println(c.exec(prepare("insert", 3)), c.failed)
	c.replicas[1].down = false
	fmt.Println(c.exec(prepare("")), c.failed)
}
