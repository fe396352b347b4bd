package experiment

import "fmt"

// cores says which processors each part of the lab may use; nil is all of them.
type cores struct{ services, load, stands []int }

// enoughCores is the number of processors from which each part has some of its own.
const enoughCores = 4

// share divides n processors: an eighth each for the load generator and the stand-ins, but at least one, and the rest
// for the services, of which only one is under load at a time.
func share(n int) cores {
	if n < enoughCores {
		return cores{}
	}
	each := max(1, n/8)
	var all []int
	for i := range n {
		all = append(all, i)
	}
	return cores{services: all[:n-2*each], load: all[n-2*each : n-each], stands: all[n-each:]}
}

// String says it in words.
func (c cores) String() string {
	if c.services == nil {
		return fmt.Sprintf("services, load generator and stand-ins share all processors, since there are fewer than %d", enoughCores)
	}
	return fmt.Sprintf("services on processors %s, load generator on %s, stand-ins on %s", span(c.services), span(c.load), span(c.stands))
}

func span(cpus []int) string {
	if len(cpus) == 1 {
		return fmt.Sprint(cpus[0])
	}
	return fmt.Sprintf("%d-%d", cpus[0], cpus[len(cpus)-1])
}
