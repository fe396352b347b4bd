// truth: escape line 55 hard
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Build struct {
	Repo   string
	Commit string
	Status string
	Tests  []string
}

func (b *Build) Reset() {
	clear(b.Tests)
	*b = Build{Tests: b.Tests[:0]}
}

var builds = rcpool.Pool[Build]{Name: "builds"}

type agent struct {
	atIdle []func()
	badges map[string]string
}

func (a *agent) onIdle(f func()) { a.atIdle = append(a.atIdle, f) }

func (a *agent) idle() {
	hooks := a.atIdle
	a.atIdle = nil
	for _, f := range hooks {
		f()
	}
}

func (a *agent) execute(repo, commit string, tests ...string) error {
	ref := builds.Get()
	defer ref.Release()
	b := ref.Value()
	b.Repo, b.Commit, b.Status = repo, commit, "passing"
	b.Tests = append(b.Tests, tests...)
	var broken []string
	for _, t := range b.Tests {
		if strings.HasSuffix(t, "!") {
			broken = append(broken, t)
		}
	}
	if len(broken) > 0 {
		b.Status = "failing"
	}
	a.onIdle(func() {
		a.badges[b.Repo] = b.Status
	})
	if len(broken) > 0 {
		return fmt.Errorf("%s@%s: %s", repo, commit, strings.Join(broken, ","))
	}
	return nil
}

func main() {
	a := &agent{badges: map[string]string{}}
	for _, repo := range []string{"api", "web"} {
		if err := a.execute(repo, "c0ffee", "unit", "e2e"); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(a.execute("cli", "bead", "unit!"))
	a.idle()
	fmt.Println(a.badges)
}
