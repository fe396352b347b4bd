// truth: use-after-release line 80 callee

// Command slowquerylog measures queries and writes the slow ones to a log.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type query struct {
	text string
	args []any
	took time.Duration
	rows int
}

func (q *query) Reset() {
	clear(q.args)
	*q = query{args: q.args[:0]}
}

var queries = rcpool.Pool[query]{Name: "sql.queries"}

type slowLog struct {
	mu  sync.Mutex
	out io.Writer
	n   int
}

// write writes one line for the query and is done with it.
func (l *slowLog) write(ref rcpool.Ref[query]) error {
	defer ref.Release()
	l.mu.Lock()
	defer l.mu.Unlock()
	q := ref.Value()
	l.n++
	_, err := fmt.Fprintf(l.out, "slow: %s args=%d rows=%d\n", q.text, len(q.args), q.rows)
	return err
}

type executor interface {
	Query(text string, args ...any) (rows int, took time.Duration, err error)
}

type db struct {
	exec      executor
	log       *slowLog
	threshold time.Duration
	mu        sync.Mutex
	total     map[string]int
}

func (d *db) query(text string, args ...any) (int, error) {
	ref := queries.Get()
	q := ref.Value()
	q.text = text
	q.args = append(q.args, args...)
	var err error
	if q.rows, q.took, err = d.exec.Query(text, args...); err != nil {
		ref.Release()
		return 0, fmt.Errorf("%s: %w", text, err)
	}
	if q.took < d.threshold {
		rows := q.rows
		ref.Release()
		return rows, nil
	}
	if err := d.log.write(ref); err != nil {
		fmt.Fprintln(os.Stderr, "slow log:", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.total["slow"] += q.rows
	return d.total["slow"], nil
}

type fake struct{}

func (fake) Query(text string, args ...any) (int, time.Duration, error) {
	if len(args) > 2 {
		return 0, 0, errors.New("too many arguments")
	}
	return len(text), time.Duration(len(text)) * time.Millisecond, nil
}

func main() {
	d := &db{exec: fake{}, log: &slowLog{out: os.Stdout}, threshold: 20 * time.Millisecond, total: map[string]int{}}
	for _, q := range []string{"select 1", "select * from t where id = ?", "drop"} {
		if _, err := d.query(q, 1); err != nil {
			fmt.Println(err)
		}
	}
	_, err := d.query("select", 1, 2, 3)
	fmt.Println(err, d.log.n)
}
