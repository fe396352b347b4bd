// truth: leak line 50 callee

// Command stmtcache answers EXPLAIN requests with rendered plans.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type plan struct {
	op       string
	cost     float64
	children []*plan
}

var errCost = errors.New("plan exceeds the cost limit")

func (p *plan) render(w *bytes.Buffer, depth int) {
	fmt.Fprintf(w, "%s%s (cost=%.1f)\n", strings.Repeat("  ", depth), p.op, p.cost)
	for _, c := range p.children {
		c.render(w, depth+1)
	}
}

type explainer struct {
	limit float64
	plans map[string]*plan
}

// text renders the plan of a statement.
func (e *explainer) text(stmt string) (rcpool.Ref[bytes.Buffer], *plan, error) {
	p, ok := e.plans[stmt]
	if !ok {
		return rcpool.Ref[bytes.Buffer]{}, nil, fmt.Errorf("no plan for %q", stmt)
	}
	out := stdpool.Buffer()
	p.render(out.Value(), 0)
	return out, p, nil
}

func (e *explainer) explain(w io.Writer, stmt string) error {
	out, p, err := e.text(stmt)
	if err != nil {
		return err
	}
	if p.cost > e.limit {
		return fmt.Errorf("%s: %w", stmt, errCost)
	}
	defer out.Release()
	_, err = out.Value().WriteTo(w)
	return err
}

func main() {
	e := &explainer{limit: 100, plans: map[string]*plan{
		"q1": {op: "Hash Join", cost: 30, children: []*plan{{op: "Seq Scan a", cost: 10}, {op: "Hash b", cost: 5}}},
		"q2": {op: "Nested Loop", cost: 9000},
	}}
	for _, q := range []string{"q1", "q2", "q3"} {
		if err := e.explain(os.Stdout, q); err != nil {
			fmt.Println(err)
		}
	}
}
