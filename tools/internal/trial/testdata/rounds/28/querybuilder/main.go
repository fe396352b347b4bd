// truth: correct

// Command querybuilder has a fluent builder of SQL queries whose state is
// pooled. A builder ends with Rows, Exec or Discard.
package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/rcpool/rcpool"
)

type state struct {
	table string
	conds []string
	args  []any
	limit int
	err   error
}

func (s *state) Reset() {
	clear(s.conds)
	clear(s.args)
	*s = state{conds: s.conds[:0], args: s.args[:0]}
}

var states = rcpool.Pool[state]{Name: "sql.builders"}

// A Query is a handle of one lease and is never used again.
type Query struct{ ref rcpool.Ref[state] }

func From(table string) *Query {
	q := &Query{states.Get()}
	q.ref.Value().table = table
	return q
}

func (q *Query) Where(cond string, args ...any) *Query {
	s := q.ref.Value()
	if n := strings.Count(cond, "?"); n != len(args) && s.err == nil {
		s.err = fmt.Errorf("%q has %d placeholders, got %d arguments", cond, n, len(args))
	}
	s.conds = append(s.conds, cond)
	s.args = append(s.args, args...)
	return q
}

func (q *Query) Limit(n int) *Query {
	q.ref.Value().limit = n
	return q
}

// Clone returns a query that is independent of q.
func (q *Query) Clone() *Query {
	from := q.ref.Value()
	c := &Query{states.Get()}
	to := c.ref.Value()
	to.table, to.limit, to.err = from.table, from.limit, from.err
	to.conds = append(to.conds, from.conds...)
	to.args = append(to.args, from.args...)
	return c
}

// Discard ends q without running it.
func (q *Query) Discard() { rcpool.Drop(&q.ref) }

func (s *state) text(verb string) string {
	var b strings.Builder
	b.WriteString(verb + " " + s.table)
	for i, cond := range s.conds {
		b.WriteString([]string{" WHERE ", " AND "}[min(i, 1)])
		b.WriteString(cond)
	}
	if s.limit > 0 {
		fmt.Fprintf(&b, " LIMIT %d", s.limit)
	}
	return b.String()
}

type DB struct {
	delay time.Duration
	log   []string
}

func (db *DB) run(ctx context.Context, text string, args []any) (int, error) {
	select {
	case <-time.After(db.delay):
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	db.log = append(db.log, fmt.Sprintf("%s %v", text, args))
	return len(args), nil
}

func (q *Query) end(ctx context.Context, db *DB, verb string) (int, error) {
	ref := rcpool.Move(&q.ref)
	defer ref.Release()
	s := ref.Value()
	if s.err != nil {
		return 0, s.err
	}
	return db.run(ctx, s.text(verb), s.args)
}

// Rows runs q and ends it.
func (q *Query) Rows(ctx context.Context, db *DB) (int, error) {
	return q.end(ctx, db, "SELECT * FROM")
}

// Delete runs q, which must have a condition, and ends it.
func (q *Query) Delete(ctx context.Context, db *DB) (int, error) {
	if len(q.ref.Value().conds) == 0 {
		q.Discard()
		return 0, errors.New("refusing to delete everything")
	}
	return q.end(ctx, db, "DELETE FROM")
}

func report(ctx context.Context, db *DB, regions []string) (total int, err error) {
	base := From("sales").Where("year = ?", 2026)
	defer base.Discard()
	for _, region := range regions {
		q := base.Clone().Limit(10)
		if region != "*" {
			q.Where("region = ?", region)
		}
		n, err := q.Rows(ctx, db)
		if err != nil {
			return total, fmt.Errorf("%s: %w", region, err)
		}
		total += n
	}
	return total, nil
}

func main() {
	db := &DB{delay: time.Millisecond}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	fmt.Println(report(ctx, db, []string{"emea", "*", "apac"}))
	fmt.Println(From("logs").Delete(ctx, db))
	fmt.Println(From("logs").Where("age > ? AND x = ?", 3).Delete(ctx, db))
	fmt.Println(From("logs").Where("age > ?", 30).Delete(ctx, db))
	cancel()
	fmt.Println(report(ctx, &DB{delay: time.Minute}, []string{"emea"}))
	fmt.Println(strings.Join(db.log, "\n"))
}
