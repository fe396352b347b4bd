// truth: escape line 46 hard
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Release struct {
	App     string
	Version string
	Notes   []string
}

var releases = rcpool.Pool[Release]{Name: "releases"}

// deployer runs hooks when the rollout is over.
type deployer struct {
	hooks []func() string
	done  int
}

func (d *deployer) onDone(hook func() string) { d.hooks = append(d.hooks, hook) }

func (d *deployer) runHooks() (out []string) {
	for _, hook := range d.hooks {
		out = append(out, hook())
	}
	d.hooks = nil
	return out
}

func (d *deployer) deploy(app, version string, notes ...string) error {
	rel := releases.Get()
	defer rel.Release()
	r := rel.Value()
	r.App, r.Version = app, version
	r.Notes = append(r.Notes, notes...)
	if strings.HasPrefix(version, "v0.") {
		return fmt.Errorf("%s %s is not stable", app, version)
	}
	d.done++
	if len(r.Notes) > 0 {
		d.onDone(func() string {
			return fmt.Sprintf("%s %s: %d notes", r.App, r.Version, len(r.Notes))
		})
	}
	return nil
}

func main() {
	d := &deployer{}
	fmt.Println(d.deploy("web", "v1.2.0", "faster", "smaller"))
	fmt.Println(d.deploy("api", "v0.1.0", "first"))
	fmt.Println(d.deploy("job", "v3.0.0"))
	fmt.Println(d.done)
	for _, line := range d.runHooks() {
		fmt.Println(line)
	}
}
