// truth: reset line 27 plain

// Command auditlog writes one audit entry for each statement of a session.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/rcpool/rcpool"
)

type entry struct {
	At        time.Time
	User      string
	Statement string
	Tables    []string
	Denied    bool
	Reason    string
}

var entries = rcpool.Pool[entry]{
	Name: "audit entries",
	Reset: func(e *entry) {
		e.At = time.Time{}
		e.User = ""
		e.Statement = ""
		clear(e.Tables)
		e.Tables = e.Tables[:0]
		e.Denied = false
	},
}

type policy map[string]string

type auditor struct {
	w      io.Writer
	policy policy
	clock  func() time.Time
}

func (a *auditor) observe(user, stmt string) (allowed bool) {
	ref := entries.Get()
	defer ref.Release()
	e := ref.Value()
	e.At = a.clock()
	e.User = user
	e.Statement = stmt
	for _, w := range strings.Fields(stmt) {
		if t, ok := strings.CutPrefix(w, "t_"); ok {
			e.Tables = append(e.Tables, t)
		}
	}
	for _, t := range e.Tables {
		if owner, ok := a.policy[t]; ok && owner != user {
			e.Denied = true
			e.Reason = "table " + t + " belongs to " + owner
		}
	}
	a.write(e)
	return !e.Denied
}

func (a *auditor) write(e *entry) {
	fmt.Fprintf(a.w, "%s user=%s tables=%s", e.At.Format(time.TimeOnly), e.User, strings.Join(e.Tables, ","))
	if e.Reason != "" {
		fmt.Fprintf(a.w, " reason=%q", e.Reason)
	}
	fmt.Fprintln(a.w)
}

func main() {
	a := &auditor{w: os.Stdout, policy: policy{"salary": "hr"}, clock: time.Now}
	fmt.Println(a.observe("ann", "SELECT * FROM t_salary"))
	fmt.Println(a.observe("bob", "SELECT * FROM t_orders JOIN t_items"))
}
